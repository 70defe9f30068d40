import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findItems } from './picker-items.ts';

const screens = [
  { id: 1, title: 'Tela 1', codes: ['74NGE2'], detail: 'Clínica Sol · sol@clinica.test' },
  { id: 2, title: 'Tela 1', codes: ['KQWX27'], detail: 'Clínica 2 · dois@clinica.test' },
  { id: 3, title: 'Tela 2', codes: ['ABCDEF'], detail: 'Clínica Lua · lua@clinica.test' },
];
const find = (search: string) => findItems(screens, search).map(({ id }) => id);

test('a letter inside a random code finds nothing, its beginning does from three characters on', () => {
  assert.deepEqual(find('NGE2'), []);
  assert.deepEqual(find('74'), []);
  assert.deepEqual(find('74n'), [1]);
});

test('who is called exactly what was typed comes first, for Enter takes the first', () => {
  assert.deepEqual(find('Tela 2'), [3, 2]);
  assert.deepEqual(find('tela 1'), [1, 2]);
});
