import assert from 'node:assert/strict';
import { test } from 'node:test';
import { errorsOf, firstWrongStep, type SetupInfo, initialValues, requestBodyOf } from './form.ts';

const setupInfo: SetupInfo = {
  username: 'Administrador',
  email: 'admin@antessala.local',
  clinicName: null,
  contact: { name: null, url: null },
  timeZone: 'America/Sao_Paulo',
  backup: { directory: '/data/backups', isGiven: false, problem: null, isSameDisk: true, freeMb: 1, totalMb: 2 },
};
const filled = { ...initialValues(setupInfo), clinicName: 'Girassol', email: 'a@b.test', password: 'azul lua janela' };

test('the form begins with the values of the server, but without a generated email', () => {
  const values = initialValues(setupInfo);
  assert.deepEqual([values.username, values.email, values.screenName], ['Administrador', '', 'Recepção']);
  assert.equal(initialValues({ ...setupInfo, email: 'ana@girassol.test' }).email, 'ana@girassol.test');
  assert.equal(firstWrongStep(errorsOf(values)), 0);
  assert.equal(firstWrongStep(errorsOf(filled)), -1);
});

test('firstWrongStep returns the step that contains the field with an error', () => {
  for (const [field, value, step] of [
    ['clinicName', ' ', 0],
    ['contactAddress', 'vendas', 0],
    ['username', 'ab', 1],
    ['email', 'ana@', 1],
    ['password', 'nove-letr', 1],
    ['password', 'x'.repeat(129), 1],
    ['backupDirectory', 'backups', 2],
    ['screenName', '', 3],
  ] as const)
    assert.equal(firstWrongStep(errorsOf({ ...filled, [field]: value })), step, `${field} ${value}`);
});

test('an unchanged folder or time zone is sent as null, and so is an empty contact', () => {
  const input = requestBodyOf(filled, setupInfo);
  assert.deepEqual([input.backupDirectory, input.timeZone, input.contact], [null, null, { name: null, address: null }]);
  assert.equal(requestBodyOf({ ...filled, timeZone: 'America/Manaus' }, setupInfo).timeZone, 'America/Manaus');
  assert.equal(requestBodyOf({ ...filled, backupDirectory: ' /mnt/usb ' }, setupInfo).backupDirectory, '/mnt/usb');
});
