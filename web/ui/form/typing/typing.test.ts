import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphemeCount } from '../../../../src/contract/text/graphemes.ts';
import { insertPiece, limitEdit } from './characters.ts';
import { numberText, parseNumber } from './parse-number.ts';
import { meantInsertion } from './trim-insertion.ts';

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

test('comma and point both separate decimals', () => {
  assert.equal(parseNumber(' 1,5 '), 1.5);
  assert.equal(parseNumber('1.5'), 1.5);
  assert.equal(parseNumber('-3'), -3);
});

test('an empty field and words are no number', () => {
  for (const text of ['', '  ', 'dez', '1,5,2', '3 GB']) assert.ok(Number.isNaN(parseNumber(text)), text);
});

test('a field shows a number as it is typed here', () => {
  assert.equal(numberText(1.5), '1,5');
  assert.equal(parseNumber(numberText(0.25)), 0.25);
});

test('what is pasted into an empty field loses the spaces around it', () => {
  const empty = { start: 0, end: 0 };
  assert.equal(meantInsertion('   CLINICA1 ', '', empty), 'CLINICA1');
  assert.equal(meantInsertion('\tana@clinica.com\n', '', { start: null, end: null }), 'ana@clinica.com');
  assert.equal(meantInsertion(' Clínica  Vida ', '', empty), 'Clínica  Vida');
  assert.equal(meantInsertion(' novo ', 'velho', { start: 0, end: 5 }), 'novo', 'it replaces all that was there');
});

test('spaces that part it from what stands beside it stay', () => {
  assert.equal(meantInsertion(' Vida ', 'Clínica', { start: 7, end: 7 }), ' Vida');
  assert.equal(meantInsertion(' Clínica ', 'Vida', { start: 0, end: 0 }), 'Clínica ');
  assert.equal(meantInsertion(' boa ', 'umaclínica', { start: 3, end: 3 }), ' boa ');
});
