import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphemeCount } from '../../../../src/contract/text/graphemes.ts';
import { limitEdit, replaceSelection } from './limited-edit.ts';
import { numberText, parseNumber } from './parse-number.ts';
import { trimmedInsertion } from './trim-insertion.ts';

test('an emoji with its modifiers counts as one character', () => {
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

test('typing stops at the limit at every position of the caret', () => {
  assert.deepEqual(limitEdit('abc', 'abcd', 4, 4), { text: 'abcd', caret: 4 });
  assert.deepEqual(limitEdit('abcd', 'abcde', 5, 4), { text: 'abcd', caret: 4 });
  assert.deepEqual(limitEdit('abcd', 'aXbcd', 2, 4), { text: 'abcd', caret: 1 });
  assert.deepEqual(limitEdit('aaaa', 'aaaaa', 2, 4), { text: 'aaaa', caret: 1 });
});

test('a pasted text that is too long is cut at its end, never inside an emoji', () => {
  assert.deepEqual(limitEdit('ab', 'a1234b', 5, 4), { text: 'a12b', caret: 3 });
  assert.deepEqual(limitEdit('abcd', 'a👍🏽👍🏽d', 9, 3), { text: 'a👍🏽d', caret: 5 });
  assert.deepEqual(limitEdit('😀', '😁😁', 4, 1), { text: '😁', caret: 2 });
});

test('a text above the limit can be shortened', () => {
  assert.deepEqual(limitEdit('abcdef', 'abcde', 5, 3), { text: 'abcde', caret: 5 });
});

test('an inserted text replaces the selection, or is refused when it does not fit', () => {
  assert.deepEqual(replaceSelection('bom dia', '☀️', 3, 4, 10), { text: 'bom☀️dia', caret: 5 });
  assert.equal(replaceSelection('abcd', '☀️', 2, 2, 4), undefined);
  assert.deepEqual(replaceSelection('abcd', '☀️', 2, 3, 4), { text: 'ab☀️d', caret: 4 });
});

test('decimals may follow a comma or a point', () => {
  assert.equal(parseNumber(' 1,5 '), 1.5);
  assert.equal(parseNumber('1.5'), 1.5);
  assert.equal(parseNumber('-3'), -3);
});

test('an empty field and words are parsed as NaN', () => {
  for (const text of ['', '  ', 'dez', '1,5,2', '3 GB']) assert.ok(Number.isNaN(parseNumber(text)), text);
});

test('a field shows a number with a decimal comma, which can be parsed again', () => {
  assert.equal(numberText(1.5), '1,5');
  assert.equal(parseNumber(numberText(0.25)), 0.25);
});

test('a text pasted into an empty field loses the spaces around it', () => {
  const empty = { start: 0, end: 0 };
  assert.equal(trimmedInsertion('   CLINICA1 ', '', empty), 'CLINICA1');
  assert.equal(trimmedInsertion('\tana@clinica.com\n', '', { start: null, end: null }), 'ana@clinica.com');
  assert.equal(trimmedInsertion(' Clínica  Vida ', '', empty), 'Clínica  Vida');
  assert.equal(trimmedInsertion(' novo ', 'velho', { start: 0, end: 5 }), 'novo', 'the whole value is selected');
});

test('a pasted text keeps spaces that separate it from the text beside it', () => {
  assert.equal(trimmedInsertion(' Vida ', 'Clínica', { start: 7, end: 7 }), ' Vida');
  assert.equal(trimmedInsertion(' Clínica ', 'Vida', { start: 0, end: 0 }), 'Clínica ');
  assert.equal(trimmedInsertion(' boa ', 'umaclínica', { start: 3, end: 3 }), ' boa ');
});
