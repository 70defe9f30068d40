import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playsNowWithoutRules } from '../../components/screens/plays-now.ts';
import { claimBodyOf, firstChoice, newScreen, normalizeCode, pairChoices, swapText } from './pair-choices.ts';

const screen = (id: number, changes: object = {}) => ({
  ...{ id, name: `Tela ${id}`, status: 'active' as const, isPaired: false, isOnline: false },
  ...{ assignedPlaylist: null, playsNow: playsNowWithoutRules(null), state: null },
  ...changes,
});
const morning = { id: 7, name: 'Manhã' };
const paired = screen(2, { isPaired: true, assignedPlaylist: morning, playsNow: playsNowWithoutRules(morning) });

test('free choices are unpaired screens and, unless the account is full, a new screen; paired screens are listed as taken', () => {
  const { free, taken } = pairChoices([screen(1), paired], { playerCount: 2, maxPlayers: 3 });
  assert.deepEqual(
    free.map(({ value }) => value),
    ['1', newScreen],
  );
  assert.deepEqual(taken, [
    { value: '2', label: 'Tela 2', hint: 'Em outro aparelho, offline. Playlist: Manhã', disabled: false },
  ]);
  const freeInFullAccount = pairChoices([screen(1)], { playerCount: 1, maxPlayers: 1 }).free;
  assert.equal(freeInFullAccount.at(-1)?.disabled, true);
});

test('the hint of a screen says what its programme shows now, or that it has no playlist', () => {
  const ruled = { ...playsNowWithoutRules({ id: 8, name: 'Infantil' }), scheduleId: 3 };
  const hintOf = (playsNow: object) =>
    pairChoices([screen(1, { playsNow })], { playerCount: 1, maxPlayers: 3 }).free[0]?.hint;
  assert.equal(hintOf(ruled), 'Livre. Programação: Infantil');
  assert.equal(hintOf({ ...ruled, playlist: null, isDark: true }), 'Livre. Programação: Tela escura');
  assert.equal(hintOf({ ...playsNowWithoutRules(null), next: ruled }), 'Livre. Programação: nada neste horário');
  assert.equal(hintOf(playsNowWithoutRules(null)), 'Livre. Sem playlist');
});

test('the initial choice is the screen in the address, else an unpaired screen, else a new screen, if one may be created', () => {
  assert.equal(firstChoice([screen(1), paired], '2', true), '2');
  assert.equal(firstChoice([paired, screen(1)], null, true), '1');
  assert.equal(firstChoice([paired], null, true), newScreen);
  assert.equal(firstChoice([paired], '9', false), undefined, 'a screen of another account');
  assert.equal(firstChoice([screen(1, { status: 'blocked' })], '1', false), undefined);
});

test('the request contains the id of a screen, or the name of a new screen; the text about a swap says what remains', () => {
  assert.deepEqual(claimBodyOf(newScreen, ' Sala ', '7', false), { name: 'Sala', playlistId: 7, replace: false });
  assert.deepEqual(claimBodyOf('2', 'Sala', '', true), { playerId: 2, replace: true });
  assert.match(swapText(paired), /nome “Tela 2”, a playlist “Manhã”/);
});

test('normalizeCode removes what is neither letter nor digit, and returns capital letters', () => {
  assert.equal(normalizeCode(' abc-2 34x'), 'ABC234');
});
