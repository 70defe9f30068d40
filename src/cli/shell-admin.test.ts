import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApp } from '../testing/app.ts';
import { createPasswords } from '../features/accounts/passwords/passwords.ts';
import { createShellAdmin } from './shell-admin.ts';
import { CommandError } from '../platform/process/failures.ts';

test('`setAdministrator` creates no account that the studio would refuse, and renames no existing account', async (t) => {
  const app = await startTestApp(t);
  const passwords = createPasswords({ cost: 4 });
  t.after(() => passwords.close());
  const shell = createShellAdmin({ ...app.parts, passwords });
  const before = await shell.list();

  const email = 'ana@clinica.test';
  const refused = [
    ...['joão@clinica.test', 'ana@clinica', 'ana', ''].map((each) => ({ email: each })),
    ...['\u200b\u200b\u200b', '\t\t\t', 'ab', ' a ', 'a'.repeat(31)].map((username) => ({ email, username })),
    ...['      ', 'curta', 'x'.repeat(129), ''].map((password) => ({ email, password })),
  ];
  for (const input of refused) await assert.rejects(shell.setAdministrator(input), CommandError, JSON.stringify(input));
  assert.deepEqual(await shell.list(), before);

  const { password, wasCreated } = await shell.setAdministrator({
    email: ' Ana@Clinica.test ',
    username: '\tAna  Lima ',
  });
  assert.equal(wasCreated, true);
  const { user } = await app.login(email, password);
  assert.deepEqual([user.username, user.email, user.userType], ['Ana Lima', email, 'admin']);

  await assert.rejects(shell.setAdministrator({ email, username: 'Outra', password: 'outra-senha' }), /Ana Lima/);
  await app.login(email, password);
  await shell.setAdministrator({ email, username: 'Ana Lima', password: 'outra-senha' });
  assert.equal((await app.login(email, 'outra-senha')).user.username, 'Ana Lima');
});
