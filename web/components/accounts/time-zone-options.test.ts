import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offsetText, zoneOptions } from './time-zone-options.ts';

const now = new Date('2026-11-21T12:00:00Z');
const labels = (chosen: string) => zoneOptions(chosen, now).map(({ label }) => label);

test("the options are Brazil's zones, each with its UTC offset", () => {
  const options = zoneOptions('America/Manaus', now);
  assert.equal(options.length, 16);
  assert.deepEqual(options[0], { value: 'America/Noronha', label: 'Fernando de Noronha (UTC−2)' });
  assert.equal(options.find(({ value }) => value === 'America/Rio_Branco')?.label, 'Acre (UTC−5)');
});

test('a chosen zone of another country is listed too, by its Portuguese name', () => {
  assert.deepEqual(labels('America/New_York').slice(16), ['Nova York (UTC−5)']);
  assert.deepEqual(labels('Europe/Lisbon').slice(16), ['Portugal (UTC)']);
  assert.deepEqual(labels('UTC').slice(16), ['UTC']);
});

test('the chosen zone is listed even when the browser does not know it', () => {
  assert.deepEqual(labels('Gone/Zone').slice(16), ['Gone/Zone']);
  assert.equal(offsetText('Gone/Zone', now), '');
});
