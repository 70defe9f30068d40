import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CallError } from '../../../../api/client.ts';
import { resetError, resetFailure } from './password-reset.ts';

test('user and password are needed, and six characters', () => {
  assert.equal(resetError(undefined, 'segredo'), 'Por favor, preencha todos os campos.');
  assert.equal(resetError(1, '      '), 'Por favor, preencha todos os campos.');
  assert.equal(resetError(1, '12345'), 'A senha deve ter pelo menos 6 caracteres.');
  assert.equal(resetError(1, '123456'), undefined);
});

test('each status has its sentence', () => {
  const said = (status: number, body: string) => resetFailure(new CallError(status, body));
  assert.equal(said(401, '{"message":"Sessão expirada."}'), 'Você precisa estar logado como administrador');
  assert.equal(said(400, '{"message":"Authentication required"}'), 'Você precisa estar logado como administrador');
  assert.equal(said(403, '{"message":"Não."}'), 'Acesso negado - apenas administradores podem resetar senhas');
  assert.equal(said(404, '{}'), 'Usuário não encontrado');
  assert.equal(
    said(500, '{"message":"Erro interno do servidor"}'),
    'Erro interno do servidor - tente novamente em alguns segundos',
  );
});

test("any other failure says the server's message, or that there was none", () => {
  assert.equal(resetFailure(new CallError(429, '{"message":"Muitas tentativas."}')), 'Muitas tentativas.');
  assert.equal(resetFailure(new CallError(502, '<html>Bad gateway</html>')), 'Erro de comunicação com o servidor');
  assert.equal(
    resetFailure(new CallError(0, 'TypeError', 'Não foi possível falar com o servidor.')),
    'Erro de comunicação com o servidor',
  );
  assert.equal(resetFailure(new Error('?')), 'Erro de comunicação com o servidor');
});
