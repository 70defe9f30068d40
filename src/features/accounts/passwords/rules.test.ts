import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { commonPasswordsFile } from '../../../platform/process/assets.ts';
import { passwordDefect } from './rules.ts';

test('the list of common passwords is sorted, in lower case, and has no entry shorter than a password may be', () => {
  const words = readFileSync(commonPasswordsFile, 'utf8').trimEnd().split('\n');
  assert.ok(words.length >= 3_000);
  assert.deepEqual(words, [...new Set(words)].sort());
  assert.ok(words.every((word) => word.length >= 6 && word === word.toLowerCase()));
});

test('the most common passwords are refused regardless of case, and an administrator needs ten characters', () => {
  for (const common of ['123456', 'Senha123', 'FLAMENGO', 'admin@123', 'qwerty', '102030'])
    assert.match(passwordDefect(common) ?? '', /uma das mais usadas/, common);
  assert.equal(passwordDefect('tres gatos pardos'), undefined);
  assert.match(passwordDefect('gatos-27', { isAdministrator: true }) ?? '', /pelo menos 10 caracteres/);
  assert.equal(passwordDefect('gatos-27'), undefined);
});

test('a password that is only a name or e-mail of the account is refused, also with digits and signs at its end', () => {
  const names = ['Clínica Quaresmeira', 'recepcao.quaresmeira@clinica.test'];
  for (const own of [
    'quaresmeira',
    'Quaresmeira2026!',
    'clinica quaresmeira',
    'Clínica-Quaresmeira-1',
    'recepção.quaresmeira',
    'recepcao.quaresmeira@clinica.test',
  ])
    assert.match(passwordDefect(own, { names }) ?? '', /o nome ou o email da conta/, own);
  for (const other of ['quaresmeira roxa', 'lua-quaresmeira', '48201937', 'três gatos pardos'])
    assert.equal(passwordDefect(other, { names }), undefined, other);
  assert.equal(passwordDefect('quaresmeira'), undefined, 'the name of another account is allowed');
});
