import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallError } from '../../../../api/client.ts';
import { generatePassword, passwordProblem, resetFailureText } from './password-reset.ts';

test('a password is required and has at least six characters', () => {
  assert.equal(passwordProblem('      '), 'Por favor, preencha todos os campos.');
  assert.equal(passwordProblem('12345'), 'A senha deve ter pelo menos 6 caracteres.');
  assert.equal(passwordProblem('123456'), undefined);
});

test('401, 403, 404 and 500 have fixed error texts; a message "Authentication required" has the text of 401', () => {
  const textFor = (status: number, body: string) => resetFailureText(new CallError(status, body));
  assert.equal(textFor(401, '{"message":"Sessão expirada."}'), 'Você precisa estar logado como administrador');
  assert.equal(textFor(400, '{"message":"Authentication required"}'), 'Você precisa estar logado como administrador');
  assert.equal(textFor(403, '{"message":"Não."}'), 'Acesso negado - apenas administradores podem resetar senhas');
  assert.equal(textFor(404, '{}'), 'Usuário não encontrado');
  assert.equal(textFor(500, '{"message":"x"}'), 'Erro interno do servidor - tente novamente em alguns segundos');
});

test("any other failure shows the server's message; if there is none, 'Erro de comunicação com o servidor'", () => {
  assert.equal(resetFailureText(new CallError(429, '{"message":"Muitas tentativas."}')), 'Muitas tentativas.');
  const unreachable = new CallError(0, 'TypeError', 'Não foi possível falar com o servidor.');
  for (const failure of [new CallError(502, '<html>Bad gateway</html>'), unreachable, new Error('?')])
    assert.equal(resetFailureText(failure), 'Erro de comunicação com o servidor');
});

test('a generated password has 8 characters, none of which looks like another', () => {
  for (let i = 0; i < 500; i += 1) assert.match(generatePassword(), /^[a-hjkmnp-zA-HJKMNP-Z2-9]{8}$/);
});

test('generated passwords are unique, and use every character about equally often', () => {
  const generated = Array.from({ length: 4000 }, generatePassword);
  assert.equal(new Set(generated).size, generated.length);
  const counts = new Map<string, number>();
  for (const character of generated.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
  const expected = (generated.length * 8) / counts.size;
  for (const [character, count] of counts)
    assert.ok(Math.abs(count - expected) < expected * 0.25, `${character}: ${count} of ${expected}`);
});
