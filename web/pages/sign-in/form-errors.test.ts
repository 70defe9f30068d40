import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallError } from '../../api/client.ts';
import { isPendingApproval, loginErrors, registrationErrors } from './form-errors.ts';

test('a login needs a valid email and a password', () => {
  const missing = { email: 'Email inválido', password: 'Senha é obrigatória' };
  assert.deepEqual(loginErrors({ email: '', password: '' }), missing);
  for (const email of ['ana@clinica', 'ana maria@clinica.com'])
    assert.deepEqual(loginErrors({ email, password: 'x' }), { email: 'Email inválido' });
  for (const email of [' ana@clinica.com.br ', 'ana@antessala.local'])
    assert.deepEqual(loginErrors({ email, password: 'x' }), {});
});

test('a registration needs a name of 3 to 30 characters and a password of at least 6 characters', () => {
  const valid = { username: 'Clínica Vida', email: 'ana@clinica.com', password: '123456' };
  assert.deepEqual(registrationErrors(valid), {});
  assert.equal(registrationErrors({ ...valid, username: '  ' }).username, 'Nome de usuário é obrigatório');
  assert.equal(registrationErrors({ ...valid, username: 'ab' }).username, 'O nome deve ter pelo menos 3 caracteres.');
  assert.equal(registrationErrors({ ...valid, username: 'a'.repeat(31) }).username, 'No máximo 30 caracteres.');
  assert.equal(registrationErrors({ ...valid, username: '👍👍' }).username, 'O nome deve ter pelo menos 3 caracteres.');
  assert.deepEqual(registrationErrors({ ...valid, username: '👍🏽'.repeat(30) }), {});
  assert.equal(registrationErrors({ ...valid, password: ' '.repeat(6) }).password, 'Senha é obrigatória');
  const { password } = registrationErrors({ ...valid, password: '12345' });
  assert.equal(password, 'A senha deve ter pelo menos 6 caracteres.');
});

test('isPendingApproval is true only for an account that is not approved yet', () => {
  const pending = '{"message":"Conta aguardando aprovação do administrador","code":"account_pending"}';
  assert.ok(isPendingApproval(new CallError(403, pending)));
  assert.ok(!isPendingApproval(new CallError(403, '{"message":"Conta bloqueada","code":"account_blocked"}')));
  assert.ok(!isPendingApproval(undefined));
});
