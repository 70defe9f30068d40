import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextNames, sortByPresenceAndName } from './rules.ts';

test('screens sort online first, then by name as people count', () => {
  const screens = [
    { name: 'Tela 10', isOnline: false },
    { name: 'recepção', isOnline: true },
    { name: 'Tela 2', isOnline: false },
    { name: 'Área', isOnline: true },
  ];
  assert.deepEqual(
    sortByPresenceAndName(screens).map(({ name }) => name),
    ['Área', 'recepção', 'Tela 2', 'Tela 10'],
  );
});

test('new screens are numbered on, and no name comes twice', () => {
  assert.deepEqual(nextNames([], 3), ['Tela 1', 'Tela 2', 'Tela 3']);
  assert.deepEqual(nextNames(['Recepção'], 1), ['Tela 2']);
  assert.deepEqual(nextNames(['Tela 1', 'Tela 3'], 2), ['Tela 4', 'Tela 5']);
  assert.deepEqual(nextNames(['Tela 2', 'Tela 4', 'Sala'], 2), ['Tela 5', 'Tela 6']);
});
