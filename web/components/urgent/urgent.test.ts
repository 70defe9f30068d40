import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UrgentNotice, UrgentPage, UrgentReceipt } from '../../../src/contract/urgent.ts';
import { joined, listToReadOn } from './urgent-list.ts';
import {
  accountsText,
  durations,
  missingText,
  presets,
  receiptText,
  remainingText,
  targetsText,
  usualDuration,
} from './urgent-words.ts';

const notice = (id: number, isPlatform = false) => ({ id, isPlatform }) as UrgentNotice;
const page = (ids: readonly number[], next: number | null, isPlatform = false): UrgentPage => ({
  notices: ids.map((id) => notice(id, isPlatform)),
  next,
});
const idsOf = (list: ReturnType<typeof joined>) => list.map(({ notice: { id } }) => id);

test('two lists are one, as far as both are read', () => {
  const [own, anyAccount] = [[page([9, 7, 5], 5)], [page([8, 2, 1], null, true)]];
  assert.deepEqual(idsOf(joined(own, anyAccount, true)), [9, 8, 7, 5]);
  assert.equal(listToReadOn(own, anyAccount), 'own');
  const further = [...own, page([3], null)];
  assert.deepEqual(idsOf(joined(further, anyAccount, true)), [9, 8, 7, 5, 3, 2, 1]);
  assert.equal(listToReadOn(further, anyAccount), undefined);
});

test('the list whose known part ends later is read on, so that what is known grows', () => {
  assert.equal(listToReadOn([page([9], 9)], [page([20, 12], 12, true)]), 'anyAccount');
});

test("a manager's own share of what is for everybody is shown once, an account's is", () => {
  const own = [{ notices: [notice(4, true), notice(3)], next: null }];
  assert.deepEqual(
    joined(own, [page([4], null, true)], true).map(({ notice: { id }, isForAnyAccount }) => [id, isForAnyAccount]),
    [
      [4, true],
      [3, false],
    ],
  );
  assert.deepEqual(idsOf(joined(own, [], false)), [4, 3]);
});

test('a page that is read again beside an older copy of it wins', () => {
  const fresh = { ...notice(21), text: 'novo' } as UrgentNotice;
  const list = joined([{ notices: [notice(22), fresh], next: 21 }, page([21, 20], 20)], [], false);
  assert.deepEqual(idsOf(list), [22, 21, 20]);
  assert.equal(list[1]?.notice, fresh);
});

const receipt = (name: string, fields: Partial<UrgentReceipt> = {}): UrgentReceipt => ({
  ...{ playerId: 1, name, owner: null, isOnline: true, delayMs: null, hadSound: null },
  ...fields,
});

test('how many screens it is for, and which of them are offline', () => {
  const [on, off] = [{ isOnline: true }, { isOnline: false }];
  assert.equal(targetsText([on]), '1 tela');
  assert.equal(targetsText([on, on, off]), '3 telas, 1 offline');
});

test('who does not show it is named, the offline ones first, three at most', () => {
  assert.deepEqual(missingText([receipt('Sala', { delayMs: 300 })]), []);
  assert.deepEqual(
    missingText([
      receipt('Recepção 2', { isOnline: false }),
      ...['A', 'B', 'C', 'D', 'E'].map((name) => receipt(name)),
      receipt('Sala', { delayMs: 300 }),
    ]),
    ['Recepção 2 offline', 'A, B, C e mais 2 ainda sem resposta'],
  );
  assert.deepEqual(missingText([receipt('Tela 1', { owner: 'Clínica Sul' })]), [
    'Tela 1 (Clínica Sul) ainda sem resposta',
  ]);
});

test('every preset fits, and the usual duration is one of those offered', () => {
  for (const { text } of presets) assert.ok(text.length <= 500);
  assert.ok(durations.some(({ value }) => value === usualDuration));
});

test('what is left of a notice is said in hours and minutes', () => {
  const minute = 60_000;
  const said = [1, minute - 1, minute, 11 * minute + 1, 60 * minute, 65 * minute, 24 * 60 * minute];
  assert.deepEqual(said.map(remainingText), [
    ...['menos de 1 min', 'menos de 1 min', 'mais 1 min', 'mais 12 min', 'mais 1 h', 'mais 1 h 5 min', 'mais 24 h'],
  ]);
});

test('a screen showed it after so long, with sound or without, or did not', () => {
  assert.equal(receiptText(receipt('A', { delayMs: 430, hadSound: true }), true), 'em 0,4 s');
  assert.equal(receiptText(receipt('A', { delayMs: 1_250, hadSound: false }), false), 'em 1,3 s, sem som');
  assert.equal(receiptText(receipt('A', { delayMs: 125_000, hadSound: true }), false), '2 minutos depois');
  assert.equal(receiptText(receipt('A'), true), 'ainda sem resposta');
  assert.equal(receiptText(receipt('A', { isOnline: false }), true), 'offline');
  assert.equal(receiptText(receipt('A', { isOnline: false }), false), 'não mostrou');
});

test('of some accounts the first two are named', () => {
  const screens = [{ isOnline: true }, { isOnline: false }];
  assert.equal(accountsText(['Clínica Sul'], screens), 'Clínica Sul: 2 telas, 1 offline');
  assert.equal(accountsText(['Sul', 'Norte'], screens), 'Sul e Norte: 2 telas, 1 offline');
  assert.equal(accountsText(['Sul', 'Norte', 'Leste', 'Oeste'], screens), 'Sul, Norte e mais 2: 2 telas, 1 offline');
});
