import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberText, parseNumber } from './parse-number.ts';

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
