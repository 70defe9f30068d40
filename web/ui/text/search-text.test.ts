import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matching } from './search-text.ts';

const names = ['Clínica São José', 'clinica santa maria', 'Sala de espera'];
const find = (search: string) => matching(names, search, (name) => name);

test('every word counts, accents and case do not', () => {
  assert.deepEqual(find('CLINICA jose'), ['Clínica São José']);
  assert.deepEqual(find('são'), ['Clínica São José']);
  assert.deepEqual(find('clínica espera'), []);
});

test('nothing typed finds everything', () => assert.deepEqual(find('  '), names));
