import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UrgentReceipt } from '../../../src/contract/urgent.ts';
import { durations, missingInWords, presets, targetsInWords, usualDuration } from './urgent-words.ts';

const receipt = (name: string, fields: Partial<UrgentReceipt> = {}): UrgentReceipt => ({
  ...{ playerId: 1, name, owner: null, isOnline: true, delayMs: null, hadSound: null },
  ...fields,
});

test('how many screens it is for, and which of them are offline', () => {
  const [on, off] = [{ isOnline: true }, { isOnline: false }];
  assert.equal(targetsInWords([on]), '1 tela');
  assert.equal(targetsInWords([on, on, off]), '3 telas, 1 offline');
});

test('who does not show it is named, the offline ones first, three at most', () => {
  assert.deepEqual(missingInWords([receipt('Sala', { delayMs: 300 })]), []);
  assert.deepEqual(
    missingInWords([
      receipt('Recepção 2', { isOnline: false }),
      ...['A', 'B', 'C', 'D', 'E'].map((name) => receipt(name)),
      receipt('Sala', { delayMs: 300 }),
    ]),
    ['Recepção 2 offline', 'A, B, C e mais 2 ainda sem resposta'],
  );
  assert.deepEqual(missingInWords([receipt('Tela 1', { owner: 'Clínica Sul' })]), [
    'Tela 1 (Clínica Sul) ainda sem resposta',
  ]);
});

test('every preset fits, and the usual duration is one of those offered', () => {
  for (const { text } of presets) assert.ok(text.length <= 500);
  assert.ok(durations.some(({ value }) => value === usualDuration));
});
