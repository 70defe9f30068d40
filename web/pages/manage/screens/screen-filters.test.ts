import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { playsNowWithoutRules } from '../../../components/screens/plays-now.ts';
import { hasProblem } from '../../../../src/contract/changes/views.ts';
import { findScreens, noFilters } from './screen-filters.ts';

const playlist = { id: 1, name: 'Recepção' };
const playing = {
  ...{
    id: 1,
    name: 'Térreo',
    screenId: 'ABC123',
    activationCode: '',
    status: 'active',
    isPaired: true,
    isOnline: true,
  },
  ...{ state: null, emptyFrom: null, assignedPlaylist: playlist, playsNow: playsNowWithoutRules(playlist) },
} as unknown as MyPlayer;
const offline: MyPlayer = { ...playing, id: 2, name: 'Sala', isOnline: false };
const unpaired: MyPlayer = { ...offline, id: 3, name: 'Corredor', isPaired: false };
const idle: MyPlayer = {
  ...playing,
  id: 4,
  name: 'Coleta',
  assignedPlaylist: null,
  playsNow: playsNowWithoutRules(null),
};
const all = [playing, offline, unpaired, idle];
const groups = [{ id: 9, name: 'Entrada', playerIds: [1, 3], ruleCount: 0, callRoomCount: 0, createdAt: '' }];
const idsOf = (filters: Partial<typeof noFilters>) =>
  findScreens(all, { ...noFilters, ...filters }, groups).map(({ id }) => id);

test('screens are found by name, playlist or code, without accents, and by state and group', () => {
  assert.deepEqual(idsOf({}), [1, 2, 3, 4]);
  assert.deepEqual(idsOf({ search: 'TERREO' }), [1]);
  assert.deepEqual(idsOf({ search: 'recepcao' }), [1, 2, 3]);
  assert.deepEqual(idsOf({ search: 'abc' }), [1, 2, 3, 4]);
  assert.deepEqual(idsOf({ state: 'online' }), [1, 4]);
  assert.deepEqual(idsOf({ state: 'offline', groupId: 9 }), [3]);
  assert.deepEqual(idsOf({ groupId: 10 }), [1, 2, 3, 4], 'a deleted group hides nothing');
});

test('a screen has a problem if its paired TV is offline or reports one, if it is paused, or if it has nothing to play', () => {
  assert.deepEqual(all.map(hasProblem), [false, true, false, true]);
  assert.equal(hasProblem({ ...playing, status: 'paused' }), true);
  assert.equal(hasProblem({ ...playing, emptyFrom: '2026-01-01T00:00:00Z' }), true);
  const state = { lastError: null, soundBlocked: false, clockUnknown: false } as MyPlayer['state'];
  assert.equal(hasProblem({ ...playing, state }), false);
  assert.equal(hasProblem({ ...playing, state: { ...state, soundBlocked: true } as MyPlayer['state'] }), true);
});
