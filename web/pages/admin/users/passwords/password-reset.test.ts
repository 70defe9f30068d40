import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallError } from '../../../../api/client.ts';
import { generatePassword, resetError, resetFailure } from './password-reset.ts';

test('a password is needed, of at least six characters', () => {
  assert.equal(resetError('      '), 'Por favor, preencha todos os campos.');
  assert.equal(resetError('12345'), 'A senha deve ter pelo menos 6 caracteres.');
  assert.equal(resetError('123456'), undefined);
});

test('each status has its sentence', () => {
  const said = (status: number, body: string) => resetFailure(new CallError(status, body));
  assert.equal(said(401, '{"message":"Sessão expirada."}'), 'Você precisa estar logado como administrador');
  assert.equal(said(400, '{"message":"Authentication required"}'), 'Você precisa estar logado como administrador');
  assert.equal(said(403, '{"message":"Não."}'), 'Acesso negado - apenas administradores podem resetar senhas');
  assert.equal(said(404, '{}'), 'Usuário não encontrado');
  assert.equal(said(500, '{"message":"x"}'), 'Erro interno do servidor - tente novamente em alguns segundos');
});

test("any other failure says the server's message, or that there was none", () => {
  assert.equal(resetFailure(new CallError(429, '{"message":"Muitas tentativas."}')), 'Muitas tentativas.');
  const unreachable = new CallError(0, 'TypeError', 'Não foi possível falar com o servidor.');
  for (const failure of [new CallError(502, '<html>Bad gateway</html>'), unreachable, new Error('?')])
    assert.equal(resetFailure(failure), 'Erro de comunicação com o servidor');
});

test('a generated password has 8 characters and none that looks like another', () => {
  for (let i = 0; i < 500; i += 1) assert.match(generatePassword(), /^[a-hjkmnp-zA-HJKMNP-Z2-9]{8}$/);
});

test('no generated password repeats and every character comes about equally often', () => {
  const generated = Array.from({ length: 4000 }, generatePassword);
  assert.equal(new Set(generated).size, generated.length);
  const counts = new Map<string, number>();
  for (const character of generated.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (generated.length * 8) / counts.size;
  for (const [character, count] of counts)
    assert.ok(Math.abs(count - expected) < expected * 0.25, `${character}: ${count} of ${expected}`);
});
