import assert from 'node:assert/strict';
import { test } from 'node:test';
import { passwordAdvice, passwordErrors } from './password-advice.ts';

const clinic = { username: 'Clínica Girassol', email: 'recepcao@clinica.test', userType: 'common' };
const administrator = { ...clinic, userType: 'admin' };

test('the advice says how many characters are missing or allowed; otherwise the strength and its reason', () => {
  const advice: [string, RegExp][] = [
    ['', /^Pelo menos 6 caracteres\. Três palavras juntas/],
    ['abc', /^Faltam 3 caracteres\.$/],
    ['abcde', /^Falta 1 caractere\.$/],
    ['48201937', /^Fraca: só números\./],
    ['abababab', /^Fraca: repete os mesmos caracteres\./],
    ['GIRASSOL7', /^Fraca: contém o seu nome ou email\./],
    ['recepcao99', /^Fraca: contém o seu nome ou email\./],
    ['azul-42', /^Razoável\./],
    ['azul-lua-42', /^Boa\.$/],
    ['azul lua janela pão', /^Forte\.$/],
    ['x'.repeat(129), /^No máximo 128 caracteres\.$/],
  ];
  for (const [password, words] of advice) assert.match(passwordAdvice(password, clinic), words, password);
  assert.match(passwordAdvice('azul-42', administrator), /^Faltam 3 caracteres\.$/);
});

test('a change of password that the server would refuse has an error at the field', () => {
  const invalidFields = (currentPassword: string, newPassword: string, owner = clinic) =>
    Object.entries(passwordErrors({ currentPassword, newPassword }, owner))
      .filter(([, sentence]) => sentence)
      .map(([name]) => name);
  assert.deepEqual(invalidFields('', ''), ['currentPassword', 'newPassword']);
  assert.deepEqual(invalidFields('antiga', 'curta'), ['newPassword']);
  assert.deepEqual(invalidFields('antiga', '      '), ['newPassword']);
  assert.deepEqual(invalidFields('mesma senha', 'mesma senha'), ['newPassword']);
  assert.deepEqual(invalidFields('antiga', 'a'.repeat(129)), ['newPassword']);
  assert.deepEqual(invalidFields('antiga', 'azul-lua'), []);
  assert.deepEqual(invalidFields('antiga', 'azul-lua', administrator), ['newPassword']);
});
