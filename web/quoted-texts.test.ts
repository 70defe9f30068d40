/**
 * Tests that every text of testing/quoted-texts.txt is in the bundles word for word (contract/README 13.1). `{name}` and the `n`
 * of `(n)` are placeholders.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { skip, webDir } from './testing/browser.ts';

/** Reasons and replacements for quoted texts that the bundles do not contain. */
const exceptions: Record<string, { why: string; instead: readonly string[] }> = {
  'Falha ao criar/atualizar/excluir mensagem: {reason}': {
    why: 'three texts in one',
    instead: ['Falha ao {deed} mensagem: {reason}', 'criar', 'atualizar', 'excluir'],
  },
  'Acesso Negado - Apenas administradores podem acessar esta área.': {
    why: 'title and text',
    instead: ['Acesso Negado', 'Apenas administradores podem acessar esta área.'],
  },
  'Erro - Selecione uma categoria primeiro.': {
    why: 'title and text of a toast',
    instead: ['Erro', 'Selecione uma categoria primeiro.'],
  },
  'Erro ao ...': {
    why: 'a pattern: the titles of the errors on the categories page',
    instead: [
      'Erro ao criar categoria',
      'Erro ao deletar categoria',
      'Erro ao conceder acesso',
      'Erro ao revogar acesso',
      'Erro ao excluir vídeo',
    ],
  },
  'A senha deve ter pelo menos 6 caracteres.': {
    why: 'the number comes from contract/limits.ts',
    instead: ['A senha deve ter pelo menos {min} caracteres.'],
  },
  'n/80': { why: 'the code fills in both numbers; the browser test of the upload tab checks 81/80', instead: [] },
  'Título deve ter no máximo 32 caracteres': {
    why: "the server's own sentence (contract/messages.ts); the form does not accept a longer title",
    instead: [],
  },
  TL: { why: 'the label of a screen without an id; every screen has an id', instead: [] },
};

const texts = readFileSync(new URL('./testing/quoted-texts.txt', import.meta.url), 'utf8')
  .replaceAll('{product}', 'Antessala')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '));

/** Returns every script of both bundles, with escaped accents turned into letters. */
function scripts(): string[] {
  const directory = join(webDir, 'assets');
  const names = readdirSync(directory).filter((name) => name.endsWith('.js'));
  return names.map((name) =>
    readFileSync(join(directory, name), 'utf8').replace(/\\x([0-9a-fA-F]{2})|\\u([0-9a-fA-F]{4})/g, (_, short, long) =>
      String.fromCharCode(Number.parseInt(short ?? long, 16)),
    ),
  );
}

/** Returns a pattern that matches the text as a whole string or template; a placeholder matches up to 40 characters. */
function patternOf(text: string): RegExp {
  const parts = text.split(/\{\w+\}|(?<=\()n(?=\))/).map((piece) => piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  return new RegExp(`["'\`}]\\s?${parts.join('[^]{0,40}?')}\\s?(?:["'\`]|\\$\\{)`);
}

test('the bundles contain every promised text', { skip }, () => {
  const bundles = scripts();
  const isInBundles = (text: string) => bundles.some((script) => patternOf(text).test(script));
  const missing = texts.flatMap((text) => exceptions[text]?.instead ?? [text]).filter((text) => !isInBundles(text));
  assert.deepEqual(missing, []);
  assert.equal(isInBundles('Este texto não está em nenhum lugar'), false);
});

test('every exception is a quoted text that the bundles do not contain word for word', { skip }, () => {
  const bundles = scripts();
  const unneeded = Object.keys(exceptions).filter(
    (text) => !texts.includes(text) || bundles.some((script) => patternOf(text).test(script)),
  );
  assert.deepEqual(unneeded, []);
});
