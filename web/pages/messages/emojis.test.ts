import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphemeCount } from '../../../src/contract/text/graphemes.ts';
import { emojiCategories, nextCell } from './emojis.ts';

test('the picker has the eight categories, in their order', () => {
  assert.deepEqual(
    emojiCategories.map(({ label }) => label),
    ['Pessoas', 'Gestos', 'Animais', 'Comida', 'Atividades', 'Natureza', 'Objetos', 'Símbolos'],
  );
});

test('each entry is one emoji in its coloured form, and none is listed twice', () => {
  const all = emojiCategories.flatMap(({ emojis }) => emojis);
  for (const emoji of all) {
    assert.equal(graphemeCount(emoji), 1, emoji);
    assert.match(emoji, /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F)$/u, emoji);
  }
  assert.equal(new Set(all).size, all.length);
});

test('the arrow keys move in rows and columns and stop at the edges', () => {
  assert.equal(nextCell('ArrowDown', 1, 10, 4), 5);
  assert.equal(nextCell('ArrowDown', 7, 10, 4), 7);
  assert.equal(nextCell('ArrowUp', 2, 10, 4), 2);
  assert.equal(nextCell('ArrowRight', 3, 10, 4), 4);
  assert.equal(nextCell('ArrowLeft', 0, 10, 4), 0);
  assert.equal(nextCell('End', 0, 10, 4), 9);
  assert.equal(nextCell('a', 0, 10, 4), undefined);
});
