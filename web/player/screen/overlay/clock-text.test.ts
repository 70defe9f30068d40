import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateText, timeText } from './clock-text.ts';

test('times and dates have the Brazilian form', () => {
  const texts = (iso: string) => `${timeText(Date.parse(iso))} ${dateText(Date.parse(iso))}`;
  assert.equal(texts('2026-03-02T08:05:59Z'), '08:05 segunda-feira, 2 de março');
  assert.equal(texts('2026-01-31T00:00:00Z'), '00:00 sábado, 31 de janeiro');
  assert.equal(texts('2028-02-29T23:59:00Z'), '23:59 terça-feira, 29 de fevereiro');
});
