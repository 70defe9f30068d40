import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { UrgentNotice, UrgentPage, UrgentReceipt } from '../../../src/contract/urgent.ts';
import { mergeLists, listToContinue } from './urgent-list.ts';
import {
  accountsText,
  countScreens,
  durations,
  missingTexts,
  allOfflineText,
  presets,
  receiptText,
  remainingText,
  targetsText,
  textProblem,
  defaultDuration,
} from './urgent-texts.ts';

const notice = (id: number, isPlatform = false) => ({ id, isPlatform }) as UrgentNotice;
const page = (ids: readonly number[], next: number | null, isPlatform = false): UrgentPage => ({
  notices: ids.map((id) => notice(id, isPlatform)),
  next,
});
const idsOf = (list: ReturnType<typeof mergeLists>) => list.map(({ notice: { id } }) => id);

test('the merged list has no notice that is older than the loaded part of either list', () => {
  const [own, managers] = [[page([9, 7, 5], 5)], [page([8, 2, 1], null, true)]];
  assert.deepEqual(idsOf(mergeLists(own, managers, true)), [9, 8, 7, 5]);
  assert.equal(listToContinue(own, managers), 'own');
  const longerOwn = [...own, page([3], null)];
  assert.deepEqual(idsOf(mergeLists(longerOwn, managers, true)), [9, 8, 7, 5, 3, 2, 1]);
  assert.equal(listToContinue(longerOwn, managers), undefined);
});

test('the next page is read from the list whose oldest loaded notice is newer', () => {
  assert.equal(listToContinue([page([9], 9)], [page([20, 12], 12, true)]), 'managers');
});

test("a manager's notice that is in both lists is shown once", () => {
  const own = [{ notices: [notice(4, true), notice(3)], next: null }];
  assert.deepEqual(
    mergeLists(own, [page([4], null, true)], true).map(({ notice: { id }, isFromManagersList }) => [
      id,
      isFromManagersList,
    ]),
    [
      [4, true],
      [3, false],
    ],
  );
  assert.deepEqual(idsOf(mergeLists(own, [], false)), [4, 3]);
});

test('a reloaded first page overwrites older copies of its notices', () => {
  const fresh = { ...notice(21), text: 'novo' } as UrgentNotice;
  const list = mergeLists([{ notices: [notice(22), fresh], next: 21 }, page([21, 20], 20)], [], false);
  assert.deepEqual(idsOf(list), [22, 21, 20]);
  assert.equal(list[1]?.notice, fresh);
});

const receipt = (name: string, fields: Partial<UrgentReceipt> = {}): UrgentReceipt => ({
  ...{ playerId: 1, name, owner: null, isOnline: true, delayMs: null, hadSound: null },
  ...fields,
});

test('the target text counts the screens, and how many of them are offline', () => {
  const [on, off] = [{ isOnline: true }, { isOnline: false }];
  assert.equal(targetsText(countScreens([on])), '1 tela');
  assert.equal(targetsText(countScreens([on, on, off])), '3 telas, 1 offline');
});

test('before sending, the form says if no screen is online, and if the text is empty or has too many lines', () => {
  assert.equal(allOfflineText({ total: 2, online: 0 }), '0 de 2 TVs ligadas: ninguém verá agora');
  assert.equal(allOfflineText({ total: 1, online: 0 }), '0 de 1 TV ligada: ninguém verá agora');
  for (const online of [0, 1]) assert.equal(allOfflineText({ total: online * 2, online }), undefined);
  assert.equal(textProblem(' \n'), 'Escreva o aviso.');
  assert.equal(textProblem('a\n'.repeat(20)), undefined);
  for (const lineBreak of ['\n', '\u2028', '\u2029', '\u0085'])
    assert.equal(textProblem(`a${lineBreak}`.repeat(60)), 'Cabem 20 linhas na tela, e o aviso tem 60.');
});

test('screens that do not show the notice are named, at most three offline and three online ones', () => {
  assert.deepEqual(missingTexts([receipt('Sala', { delayMs: 300 })]), []);
  assert.deepEqual(
    missingTexts([
      receipt('Recepção 2', { isOnline: false }),
      ...['A', 'B', 'C', 'D', 'E'].map((name) => receipt(name)),
      receipt('Sala', { delayMs: 300 }),
    ]),
    ['Recepção 2 offline', 'A, B, C e mais 2 ainda sem resposta'],
  );
  assert.deepEqual(missingTexts([receipt('Tela 1', { owner: 'Clínica Sul' })]), [
    'Tela 1 (Clínica Sul) ainda sem resposta',
  ]);
});

test('every preset fits the text limit, and the default duration can be chosen', () => {
  for (const { text } of presets) assert.ok(text.length <= 500);
  assert.ok(durations.some(({ value }) => value === defaultDuration));
});

test('the remaining time is given in hours and minutes', () => {
  const minute = 60_000;
  const remainingMs = [1, minute - 1, minute, 11 * minute + 1, 60 * minute, 65 * minute, 24 * 60 * minute];
  assert.deepEqual(remainingMs.map(remainingText), [
    ...['menos de 1 min', 'menos de 1 min', 'mais 1 min', 'mais 12 min', 'mais 1 h', 'mais 1 h 5 min', 'mais 24 h'],
  ]);
});

test('a receipt gives the delay and whether there was sound, or that the screen has not shown the notice', () => {
  assert.equal(receiptText(receipt('A', { delayMs: 430, hadSound: true }), true), 'em 0,4 s');
  assert.equal(receiptText(receipt('A', { delayMs: 1_250, hadSound: false }), false), 'em 1,3 s, sem som');
  assert.equal(receiptText(receipt('A', { delayMs: 125_000, hadSound: true }), false), '2 minutos depois');
  assert.equal(receiptText(receipt('A'), true), 'ainda sem resposta');
  assert.equal(receiptText(receipt('A', { isOnline: false }), true), 'offline');
  assert.equal(receiptText(receipt('A', { isOnline: false }), false), 'não mostrou');
});

test('the accounts text names the first two accounts and counts the others', () => {
  const screens = { total: 2, online: 1 };
  assert.equal(accountsText(['Clínica Sul'], screens), 'Clínica Sul: 2 telas, 1 offline');
  assert.equal(accountsText(['Sul', 'Norte'], screens), 'Sul e Norte: 2 telas, 1 offline');
  assert.equal(accountsText(['Sul', 'Norte', 'Leste', 'Oeste'], screens), 'Sul, Norte e mais 2: 2 telas, 1 offline');
});
