import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatAgo,
  formatDate,
  formatDateWithZone,
  formatDateTime,
  formatDuration,
  formatGb,
  formatMb,
  formatTime,
  nameOrCount,
  accountTimeZone,
  plural,
  shortNames,
} from './format.ts';
import { filterBySearch } from '../../../src/contract/text/search-text.ts';

test('dates are in Brazilian format and in São Paulo time', () => {
  assert.equal(formatDate('2026-11-21T01:30:00.000Z'), '20/11/2026');
  assert.equal(formatDateTime('2026-11-21T17:05:00.000Z'), '21/11/2026, 14:05');
});

test('times are in the account’s zone; a time of another account names its zone if the clocks differ', (t) => {
  t.after(() => (accountTimeZone.value = 'America/Sao_Paulo'));
  const noon = '2026-11-21T15:00:00.000Z';
  assert.equal(formatTime(noon), '12:00');
  assert.equal(formatTime(noon, 'America/Manaus'), '11:00 (Manaus)');
  assert.equal(formatTime(noon, 'America/Recife'), '12:00', 'Recife’s clocks show the same time');
  assert.equal(formatDateTime(noon, 'America/Rio_Branco'), '21/11/2026, 10:00 (Rio Branco)');
  accountTimeZone.value = 'America/Manaus';
  assert.equal(formatTime(noon), '11:00');
  assert.equal(formatTime(noon, 'America/Sao_Paulo'), '12:00 (São Paulo)');
  assert.equal(formatDate('2026-11-21T03:30:00.000Z'), '20/11/2026');
  assert.doesNotThrow(() => formatTime(noon, 'Gone/Zone'));
  assert.equal(formatDateWithZone('2026-11-21T03:30:00.000Z', 'America/Sao_Paulo'), '21/11/2026 (São Paulo)');
  assert.equal(formatDateWithZone(noon, 'America/Cuiaba'), '21/11/2026', 'the clocks show the same time');
});

test('sizes below 1000 KB are shown in KB, from 1024 MB on in GB', () => {
  assert.equal(formatMb(0.5), '512 KB');
  assert.equal(formatMb(999 / 1024), '999 KB');
  assert.equal(formatMb(1013.6 / 1024), '1 MB');
  assert.equal(formatMb(12.34), '12,3 MB');
  assert.equal(formatMb(3072), '3 GB');
  assert.equal(formatGb(1536), '1,5 GB');
});

test('durations are formatted like a clock', () => {
  assert.equal(formatDuration(45), '0:45');
  assert.equal(formatDuration(725), '12:05');
  assert.equal(formatDuration(3725), '1:02:05');
});

test('the text for a past time contains no-break spaces only', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  assert.equal(formatAgo('2026-11-21T11:59:30Z', now), 'agora');
  assert.equal(formatAgo('2026-11-21T11:57:00Z', now), 'há\u00a03\u00a0min');
  assert.equal(formatAgo('2026-11-21T09:00:00Z', now), 'há\u00a03\u00a0h');
  assert.equal(formatAgo('2026-11-19T12:00:00Z', now), 'há\u00a02\u00a0dias');
  assert.equal(formatAgo('2026-11-01T12:00:00Z', now), 'em\u00a001/11/2026');
});

test('plural uses the singular for one, and the plural for zero', () => {
  assert.equal(plural(1, 'tela', 'telas'), '1 tela');
  assert.equal(plural(0, 'tela', 'telas'), '0 telas');
});

test('a single item is named, several are counted, and of many names ten are shown', () => {
  assert.equal(nameOrCount([{ name: 'Recepção' }], 'telas'), 'Recepção');
  assert.equal(nameOrCount([{ name: 'Recepção' }, { name: 'Copa' }], 'telas'), '2 telas');
  assert.equal(nameOrCount([], 'telas'), '0 telas');
  assert.equal(shortNames(['Sala', 'Triagem']), 'Sala, Triagem');
  assert.equal(shortNames([...'abcdefghijkl']), 'a, b, c, d, e, f, g, h, i, j e mais 2');
});

const names = ['Clínica São José', 'clinica santa maria', 'Sala de espera'];
const find = (search: string) => filterBySearch(names, search, (name) => name);

test('a search needs every word, and ignores accents and case', () => {
  assert.deepEqual(find('CLINICA jose'), ['Clínica São José']);
  assert.deepEqual(find('são'), ['Clínica São José']);
  assert.deepEqual(find('clínica espera'), []);
});

test('an empty search finds everything', () => assert.deepEqual(find('  '), names));
