import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeError, generateCode, normalizeCode } from './codes.ts';

const codes = {
  accessCode: 'ACESSO1',
  playerModePassword: 'MODO22',
  playerExitCode: 'SAIR33',
  playerResetCode: 'RESET44',
  deviceResetCode: 'ZERAR55',
};

test('a code has 4 to 10 letters and digits, in upper or lower case', () => {
  assert.equal(codeError('accessCode', ' novo99 ', codes), undefined);
  for (const typed of ['', 'abc', 'abcdefghijk', 'com espaço', 'ação'])
    assert.equal(codeError('accessCode', typed, codes), 'Use de 4 a 10 letras e números.');
  assert.equal(normalizeCode(' novo99 '), 'NOVO99');
});

test('a code must differ from the other codes, and an unchanged code is valid', () => {
  assert.equal(codeError('accessCode', 'sair33', codes), 'Cada código deve ser diferente dos outros.');
  assert.equal(codeError('accessCode', 'acesso1', codes), undefined);
});

test('a generated code has 8 characters, none of which looks like another', () => {
  for (let i = 0; i < 500; i += 1) assert.match(generateCode(), /^[A-HJKMNP-Z2-9]{8}$/);
});
