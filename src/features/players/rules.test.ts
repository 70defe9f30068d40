import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextNames } from './rules.ts';

test("new screens continue the account's numbers, and no name is used twice", () => {
  assert.deepEqual(nextNames([], 3), ['Tela 1', 'Tela 2', 'Tela 3']);
  assert.deepEqual(nextNames(['Recepção'], 1), ['Tela 2']);
  assert.deepEqual(nextNames(['Tela 1', 'Tela 3'], 2), ['Tela 4', 'Tela 5']);
  assert.deepEqual(nextNames(['Tela 2', 'Tela 4', 'Sala'], 2), ['Tela 5', 'Tela 6']);
});
