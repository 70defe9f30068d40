import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findItems } from './picker-items.ts';

const screens = [
  { id: 1, title: 'Tela 1', codes: ['74NGE2'], detail: 'Clínica Sol · sol@clinica.test' },
  { id: 2, title: 'Tela 1', codes: ['KQWX27'], detail: 'Clínica 2 · dois@clinica.test' },
  { id: 3, title: 'Tela 2', codes: ['ABCDEF'], detail: 'Clínica Lua · lua@clinica.test' },
];
const find = (search: string) => findItems(screens, search).map(({ id }) => id);

test('a search word of at least three characters matches the beginning of a code, never its middle', () => {
  assert.deepEqual(find('NGE2'), []);
  assert.deepEqual(find('74'), []);
  assert.deepEqual(find('74n'), [1]);
});

test('items whose whole title is in the search come first, because Enter chooses the first one', () => {
  assert.deepEqual(find('Tela 2'), [3, 2]);
  assert.deepEqual(find('2 lua tela'), [3]);
  assert.deepEqual(find('tela 1'), [1, 2]);
});
