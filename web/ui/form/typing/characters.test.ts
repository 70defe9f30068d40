import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphemeCount } from '../../../../src/contract/text/graphemes.ts';
import { insertPiece, limitEdit } from './characters.ts';

test('an emoji with its modifiers is one character, as the server counts', () => {
  for (const [text, count] of [
    ['olá', 3],
    ['👩🏽‍⚕️', 1],
    ['❤️', 1],
    ['e\u0301', 1],
    ['🇧🇷!', 2],
    ['', 0],
  ] as const) {
    assert.equal(graphemeCount(text), count, text);
  }
});

test('typing stops at the limit, wherever the caret is', () => {
  assert.deepEqual(limitEdit('abc', 'abcd', 4, 4), { text: 'abcd', caret: 4 });
  assert.deepEqual(limitEdit('abcd', 'abcde', 5, 4), { text: 'abcd', caret: 4 });
  assert.deepEqual(limitEdit('abcd', 'aXbcd', 2, 4), { text: 'abcd', caret: 1 });
  assert.deepEqual(limitEdit('aaaa', 'aaaaa', 2, 4), { text: 'aaaa', caret: 1 });
});

test('of a pasted text the beginning is kept, and never half an emoji', () => {
  assert.deepEqual(limitEdit('ab', 'a1234b', 5, 4), { text: 'a12b', caret: 3 });
  assert.deepEqual(limitEdit('abcd', 'a👍🏽👍🏽d', 9, 3), { text: 'a👍🏽d', caret: 5 });
  assert.deepEqual(limitEdit('😀', '😁😁', 4, 1), { text: '😁', caret: 2 });
});

test('a text that is too long already can be shortened', () => {
  assert.deepEqual(limitEdit('abcdef', 'abcde', 5, 3), { text: 'abcde', caret: 5 });
});

test('a piece replaces the selection, or does not fit', () => {
  assert.deepEqual(insertPiece('bom dia', '☀️', 3, 4, 10), { text: 'bom☀️dia', caret: 5 });
  assert.equal(insertPiece('abcd', '☀️', 2, 2, 4), undefined);
  assert.deepEqual(insertPiece('abcd', '☀️', 2, 3, 4), { text: 'ab☀️d', caret: 4 });
});
