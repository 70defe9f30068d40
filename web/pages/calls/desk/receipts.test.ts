import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Call } from '../../../../src/contract/calls.ts';
import { receiptLines, secondsText } from './receipts.ts';

const receipt = (playerId: number, delayMs: number, hadSound = true) => ({
  playerId,
  playerName: `Recepção ${playerId}`,
  delayMs,
  hadSound,
});
const texts = (call: Pick<Call, 'targets' | 'receipts'>, waitedMs = 0) =>
  receiptLines(call, waitedMs).map(({ text }) => text);

test('a call says in how long it was on the TV, or on how many', () => {
  assert.deepEqual(texts({ targets: { online: 1, offline: [] }, receipts: [receipt(1, 412)] }), ['na TV em 0,4 s']);
  assert.deepEqual(texts({ targets: { online: 2, offline: [] }, receipts: [receipt(1, 412), receipt(2, 960)] }), [
    'em 2 TVs em 1,0 s',
  ]);
  assert.equal(secondsText(-20), '0,0 s');
});

test('a TV without sound, one that is off and one that is late are named or counted', () => {
  const call = { targets: { online: 2, offline: ['Espera'] }, receipts: [receipt(1, 300, false)] };
  assert.deepEqual(texts(call, 100), ['Recepção 1: na TV em 0,3 s, sem som nesta TV', 'Espera: desligada']);
  assert.deepEqual(texts(call, 3_000), [
    'Recepção 1: na TV em 0,3 s, sem som nesta TV',
    'uma TV ainda não mostrou',
    'Espera: desligada',
  ]);
});

test('nobody showed it after three seconds, at once when every TV is off, and never where no TV shows the room', () => {
  const targets = { online: 1, offline: [] };
  assert.deepEqual(texts({ targets, receipts: [] }, 2_999), ['chamando...']);
  assert.deepEqual(texts({ targets, receipts: [] }, 3_000), ['nenhuma TV mostrou']);
  assert.deepEqual(texts({ targets: { online: 0, offline: ['Espera'] }, receipts: [] }), [
    'nenhuma TV mostrou',
    'Espera: desligada',
  ]);
  assert.deepEqual(texts({ targets: { online: 0, offline: [] }, receipts: [] }), ['nenhuma TV mostra este local']);
});
