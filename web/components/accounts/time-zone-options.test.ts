import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetText, zoneOptions } from './time-zone-options.ts';

const at = new Date('2026-11-21T12:00:00Z');

test('Brazilian zones come first, each with its UTC offset', () => {
  const options = zoneOptions(['Europe/Lisbon', 'America/Manaus', 'Asia/Katmandu', 'UTC'], 'America/Manaus', at);
  assert.deepEqual(options[0], { value: 'America/Noronha', label: 'Fernando de Noronha (UTC−2)' });
  assert.equal(options.find(({ value }) => value === 'America/Rio_Branco')?.label, 'Acre (UTC−5)');
  assert.equal(options.filter(({ value }) => value === 'America/Manaus').length, 1);
  assert.deepEqual(
    options.slice(16).map(({ label }) => label),
    ['Outros países', 'Katmandu, Ásia (UTC+5:45)', 'Lisbon, Europa (UTC)', 'UTC'],
  );
});

test('the chosen zone is listed even when server and browser do not know it', () => {
  assert.ok(
    zoneOptions([], 'Gone/Zone', at).some(({ value, label }) => value === 'Gone/Zone' && label === 'Zone, Gone'),
  );
  assert.equal(offsetText('Gone/Zone', at), '');
});
