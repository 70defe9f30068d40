import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { asBefore, screenNow, screensByCare } from './screens-now.ts';

const now = Date.parse('2026-11-22T15:10:00Z');
const state = {
  videoId: 7,
  videoName: 'Vacinação',
  thumbnailUrl: null,
  playingSince: '2026-11-22T15:02:00Z',
  cachedItems: 4,
  totalItems: 4,
  soundBlocked: false,
  lastError: null,
} as unknown as NonNullable<MyPlayer['state']>;
const screen = {
  status: 'active',
  isPaired: true,
  isOnline: true,
  lastPing: '2026-11-22T15:05:00Z',
  createdAt: '2026-11-01T00:00:00Z',
  assignedPlaylist: { id: 3, name: 'Recepção' },
  state,
} as const;
const playlists = [{ id: 3, itemCount: 4 }];
const told = (changes: Partial<Parameters<typeof screenNow>[0]>, lists = playlists) => {
  const { badge, headline, detail, mend } = screenNow({ ...screen, ...changes }, lists, now);
  return [badge.text.replaceAll('\u00a0', ' '), headline, detail, mend];
};

test('a screen that plays says what, since when and from which playlist', () => {
  assert.deepEqual(told({}), ['Online', 'Vacinação', 'Exibindo desde 12:02 · Playlist: Recepção', 'send']);
  assert.equal(told({ state: { ...state, cachedItems: 1 } })[0], 'Baixando 1 de 4');
  assert.equal(told({ state: { ...state, cachedItems: 1, downloadPercent: 40 } })[0], 'Baixando 40 %');
  assert.equal(told({ state: null })[1], 'Preparando o conteúdo…');
});

test('what keeps a screen from playing comes with the one thing that mends it', () => {
  assert.deepEqual(told({ isOnline: false }), [
    'Offline há 5 min',
    'Sem contato com a TV',
    'Playlist: Recepção',
    'connect',
  ]);
  assert.deepEqual(told({ isOnline: false, isPaired: false, status: 'disconnected' }), [
    'Desconectado',
    'Nenhuma TV conectada',
    'Playlist: Recepção',
    'pair',
  ]);
  assert.deepEqual(told({ assignedPlaylist: null }).slice(0, 2), ['Sem playlist', 'Aguardando uma playlist']);
  assert.equal(told({ assignedPlaylist: null })[3], 'send');
  assert.deepEqual(told({}, [{ id: 3, itemCount: 0 }]), [
    'Playlist vazia',
    'Nada para exibir',
    'Playlist: Recepção',
    'fill',
  ]);
  assert.equal(told({ state: { ...state, soundBlocked: true } })[0], 'Som bloqueado');
  assert.deepEqual(told({ state: { ...state, lastError: 'Sem espaço' } }).slice(0, 3), [
    'Com problema',
    'Vacinação',
    'Sem espaço',
  ]);
});

test("what an administrator closed is nobody else's to mend", () => {
  assert.deepEqual([told({ status: 'paused' })[0], told({ status: 'paused' })[3]], ['Pausada pelo Admin', undefined]);
  assert.deepEqual(
    [told({ status: 'blocked', isOnline: false })[0], told({ status: 'blocked' })[3]],
    ['Bloqueada pelo Admin', undefined],
  );
});

test('those that need somebody come first, those without a TV last, else the order stays', () => {
  const all = [
    { ...screen, name: 'new', isOnline: false, isPaired: false },
    { ...screen, name: 'a' },
    { ...screen, name: 'b', isOnline: false },
    { ...screen, name: 'c', state: { ...state, cachedItems: 1 } },
    { ...screen, name: 'd', assignedPlaylist: null },
  ];
  assert.deepEqual(
    screensByCare(all, playlists, now).map(({ screen: { name } }) => name),
    ['b', 'd', 'a', 'c', 'new'],
  );
});

test('rows keep their places while somebody is about to press one; a new one comes last', () => {
  const rows = [3, 1, 2, 4].map((id) => ({ screen: { id } }));
  assert.deepEqual(
    asBefore(rows, [1, 2, 3]).map(({ screen }) => screen.id),
    [1, 2, 3, 4],
  );
});
