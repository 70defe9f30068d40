import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  formatAgo,
  formatDate,
  formatDateOf,
  formatDateTime,
  formatDuration,
  formatGb,
  formatMb,
  formatTime,
  nameOrCount,
  ownZone,
  plural,
} from './format.ts';
import { matching } from './search-text.ts';

test('dates are Brazilian, in São Paulo time', () => {
  assert.equal(formatDate('2026-11-21T01:30:00.000Z'), '20/11/2026');
  assert.equal(formatDateTime('2026-11-21T17:05:00.000Z'), '21/11/2026, 14:05');
});

test('times are of the account; another account’s name their zone where its clocks show another time', (t) => {
  t.after(() => (ownZone.value = 'America/Sao_Paulo'));
  const noon = '2026-11-21T15:00:00.000Z';
  assert.equal(formatTime(noon), '12:00');
  assert.equal(formatTime(noon, 'America/Manaus'), '11:00 (Manaus)');
  assert.equal(formatTime(noon, 'America/Recife'), '12:00', 'another name, the same time');
  assert.equal(formatDateTime(noon, 'America/Rio_Branco'), '21/11/2026, 10:00 (Rio Branco)');
  ownZone.value = 'America/Manaus';
  assert.equal(formatTime(noon), '11:00');
  assert.equal(formatTime(noon, 'America/Sao_Paulo'), '12:00 (São Paulo)');
  assert.equal(formatDate('2026-11-21T03:30:00.000Z'), '20/11/2026');
  assert.doesNotThrow(() => formatTime(noon, 'Gone/Zone'));
  assert.equal(formatDateOf('2026-11-21T03:30:00.000Z', 'America/Sao_Paulo'), '21/11/2026 (São Paulo)');
  assert.equal(formatDateOf(noon, 'America/Cuiaba'), '21/11/2026', 'the same time');
});

test('sizes under 1000 KB are KB, from 1024 MB on GB', () => {
  assert.equal(formatMb(0.5), '512 KB');
  assert.equal(formatMb(999 / 1024), '999 KB');
  assert.equal(formatMb(1013.6 / 1024), '1 MB');
  assert.equal(formatMb(12.34), '12,3 MB');
  assert.equal(formatMb(3072), '3 GB');
  assert.equal(formatGb(1536), '1,5 GB');
});

test('durations read as a clock', () => {
  assert.equal(formatDuration(45), '0:45');
  assert.equal(formatDuration(725), '12:05');
  assert.equal(formatDuration(3725), '1:02:05');
});

test('how long ago stays on one line', () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  assert.equal(formatAgo('2026-11-21T11:59:30Z', now), 'agora');
  assert.equal(formatAgo('2026-11-21T11:57:00Z', now), 'há\u00a03\u00a0min');
  assert.equal(formatAgo('2026-11-21T09:00:00Z', now), 'há\u00a03\u00a0h');
  assert.equal(formatAgo('2026-11-19T12:00:00Z', now), 'há\u00a02\u00a0dias');
  assert.equal(formatAgo('2026-11-01T12:00:00Z', now), 'em\u00a001/11/2026');
});

test('one is singular', () => {
  assert.equal(plural(1, 'tela', 'telas'), '1 tela');
  assert.equal(plural(0, 'tela', 'telas'), '0 telas');
});

test('one is called by its name', () => {
  assert.equal(nameOrCount([{ name: 'Recepção' }], 'telas'), 'Recepção');
  assert.equal(nameOrCount([{ name: 'Recepção' }, { name: 'Copa' }], 'telas'), '2 telas');
  assert.equal(nameOrCount([], 'telas'), '0 telas');
});

const names = ['Clínica São José', 'clinica santa maria', 'Sala de espera'];
const find = (search: string) => matching(names, search, (name) => name);

test('every word counts, accents and case do not', () => {
  assert.deepEqual(find('CLINICA jose'), ['Clínica São José']);
  assert.deepEqual(find('são'), ['Clínica São José']);
  assert.deepEqual(find('clínica espera'), []);
});

test('nothing typed finds everything', () => assert.deepEqual(find('  '), names));
