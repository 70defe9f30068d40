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
const texts = (call: Pick<Call, 'targets' | 'receipts'> & Partial<Call>, listedForMs = 0, queuedListAgeMs = 0) =>
  receiptLines({ queued: [], ...call }, listedForMs, queuedListAgeMs).map(({ text }) => text);

test('a call shows the delay of the only TV, or the number of TVs and the longest delay; no delay is negative', () => {
  assert.deepEqual(texts({ targets: { online: 1, offline: [] }, receipts: [receipt(1, 412)] }), ['na TV em 0,4 s']);
  assert.deepEqual(texts({ targets: { online: 2, offline: [] }, receipts: [receipt(1, 412), receipt(2, 960)] }), [
    'em 2 TVs em 1,0 s',
  ]);
  assert.equal(secondsText(-20), '0,0 s');
});

test('the texts of a call name the TVs that are silent or offline, and count the TVs that are late', () => {
  const call = { targets: { online: 2, offline: ['Espera'] }, receipts: [receipt(1, 300, false)] };
  assert.deepEqual(texts(call, 100), ['Recepção 1: na TV em 0,3 s, sem som nesta TV', 'Espera: offline']);
  assert.deepEqual(texts(call, 3_000), [
    'Recepção 1: na TV em 0,3 s, sem som nesta TV',
    'uma TV ainda não mostrou',
    'Espera: offline',
  ]);
});

test('a TV that shows a call without sound in its quiet hours causes no warning', () => {
  const quiet = { ...receipt(1, 300, false), isQuietTime: true as const };
  assert.deepEqual(receiptLines({ targets: { online: 1, offline: [] }, receipts: [quiet], queued: [] }, 0, 0), [
    { tone: undefined, about: 'silent', text: 'Recepção 1: na TV em 0,3 s, em silêncio programado' },
  ]);
});

test('a call counts as not shown after 3 s, or at once if all TVs are offline; a room without TVs has its own text', () => {
  const targets = { online: 1, offline: [] };
  assert.deepEqual(texts({ targets, receipts: [] }, 2_999), ['chamando...']);
  assert.deepEqual(texts({ targets, receipts: [] }, 3_000), ['nenhuma TV mostrou']);
  assert.deepEqual(texts({ targets: { online: 0, offline: ['Espera'] }, receipts: [] }), [
    'nenhuma TV mostrou',
    'Espera: offline',
  ]);
  assert.deepEqual(texts({ targets: { online: 0, offline: [] }, receipts: [] }), ['nenhuma TV mostra este local']);
});

test('a call in the queue of a TV is not missing: the text shows its position, then the time until it is shown', () => {
  const waitingAt = (position: number, startsInMs: number | null, online = 1) => ({
    targets: { online, offline: [] },
    receipts: [],
    queued: [{ playerId: 1, position, startsInMs }],
  });
  assert.deepEqual(texts(waitingAt(3, 21_000), 20_000, 5_000), ['na fila da TV, 3ª']);
  assert.deepEqual(texts(waitingAt(1, null), 20_000), ['na fila da TV, 1ª']);
  assert.deepEqual(texts(waitingAt(1, 9_000), 20_000), ['na TV em 9 s']);
  assert.deepEqual(texts(waitingAt(1, 9_000), 20_000, 6_500), ['na TV em 3 s']);
  assert.deepEqual(texts(waitingAt(1, 9_000), 20_000, 24_001), ['nenhuma TV mostrou'], 'the TV was switched off');
  const shownByOtherTv = { ...waitingAt(2, 7_000, 2), receipts: [receipt(2, 400)] };
  assert.deepEqual(texts(shownByOtherTv, 20_000), ['na TV em 0,4 s']);
});
