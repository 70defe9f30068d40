import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freeName } from './free-name.ts';

test('a new playlist gets the wanted name, with the first free number if the name is taken; a long name is shortened', () => {
  assert.equal(freeName('Recepção', []), 'Recepção');
  assert.equal(freeName('Recepção', ['recepção', 'Recepção 3']), 'Recepção 2');
  assert.equal(freeName('Sala', ['Sala', 'SALA 2']), 'Sala 3');
  assert.ok(freeName('x'.repeat(255), ['x'.repeat(96)]).length <= 100);
});
