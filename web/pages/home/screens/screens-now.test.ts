import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { onlySent } from '../../../components/screens/plays-now.ts';
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
  playsNow: onlySent({ id: 3, name: 'Recepção' }),
  state,
} as const;
const playlists = [{ id: 3, itemCount: 4 }];
const reported = (changes: Partial<Parameters<typeof screenNow>[0]>, lists = playlists) => {
  const { badge, headline, detail, mend } = screenNow({ ...screen, ...changes }, lists, now);
  return [badge.text.replaceAll('\u00a0', ' '), headline, detail, mend];
};

test('a screen that plays says what, since when and from which playlist', () => {
  assert.deepEqual(reported({}), ['Online', 'Vacinação', 'Exibindo desde 12:02 · Playlist: Recepção', 'send']);
  assert.equal(reported({ state: { ...state, cachedItems: 1 } })[0], 'Baixando 1 de 4');
  assert.equal(reported({ state: { ...state, cachedItems: 1, downloadPercent: 40 } })[0], 'Baixando 40 %');
  assert.equal(reported({ state: null })[1], 'Preparando o conteúdo…');
});

test('what keeps a screen from playing comes with the one thing that mends it', () => {
  assert.deepEqual(reported({ isOnline: false }), [
    'Offline há 5 min',
    'Sem contato com a TV',
    'Playlist: Recepção',
    'connect',
  ]);
  assert.deepEqual(reported({ isOnline: false, isPaired: false, status: 'disconnected' }), [
    'Desconectado',
    'Nenhuma TV conectada',
    'Playlist: Recepção',
    'pair',
  ]);
  assert.deepEqual(reported({ playsNow: onlySent(null) }).slice(0, 2), ['Sem playlist', 'Aguardando uma playlist']);
  assert.equal(reported({ playsNow: onlySent(null) })[3], 'send');
  assert.deepEqual(reported({}, [{ id: 3, itemCount: 0 }]), [
    'Playlist vazia',
    'Nada para exibir',
    'Playlist: Recepção',
    'fill',
  ]);
  assert.equal(reported({ state: { ...state, soundBlocked: true } })[0], 'Som bloqueado');
  assert.deepEqual(reported({ state: { ...state, lastError: 'Sem espaço' } }).slice(0, 3), [
    'Com problema',
    'Vacinação',
    'Sem espaço',
  ]);
});

test('while a rule plays it says so, until when, and what comes then', () => {
  const general = { playlist: { id: 3, name: 'Geral' }, isDark: false };
  const morning = { playlist: { id: 5, name: 'Manhã' }, isDark: false };
  const ruled = { ...morning, scheduleId: 9, until: '2026-11-22T16:00:00Z', next: general };
  assert.deepEqual(reported({ playsNow: ruled }), [
    'Online',
    'Vacinação',
    'Exibindo desde 12:02 · Programação: Manhã · até as 13:00, depois Geral',
    'send',
  ]);
  assert.equal(reported({ playsNow: ruled, isOnline: false })[2], 'Programação: Manhã');
  assert.deepEqual(reported({ playsNow: ruled }, [{ id: 5, itemCount: 0 }]).slice(0, 2), [
    'Playlist vazia',
    'Nada para exibir',
  ]);
  const dark = { playlist: null, isDark: true, scheduleId: 8, until: '2026-11-23T09:30:00Z', next: general };
  assert.deepEqual(reported({ playsNow: dark }), [
    'Online',
    'Tela escura',
    'Pela programação, até seg, 6:30, depois Geral',
    'send',
  ]);
  const forGood = { ...dark, until: null, next: null };
  assert.equal(reported({ playsNow: forGood })[2], 'Pela programação');
  const before = { ...onlySent(null), until: '2026-11-22T16:00:00Z', next: morning };
  assert.deepEqual(reported({ playsNow: before }), [
    'Online',
    'Nada neste horário',
    'Nenhuma playlist enviada. Manhã entra às 13:00.',
    'send',
  ]);
  assert.equal(reported({ playsNow: before, isOnline: false })[2], 'Programação: nada neste horário');
});

test("what an administrator closed is nobody else's to mend", () => {
  assert.deepEqual(
    [reported({ status: 'paused' })[0], reported({ status: 'paused' })[3]],
    ['Pausada pelo Admin', undefined],
  );
  assert.deepEqual(
    [reported({ status: 'blocked', isOnline: false })[0], reported({ status: 'blocked' })[3]],
    ['Bloqueada pelo Admin', undefined],
  );
});

test('those that need somebody come first, those without a TV last, else the order stays', () => {
  const all = [
    { ...screen, name: 'new', isOnline: false, isPaired: false },
    { ...screen, name: 'a' },
    { ...screen, name: 'b', isOnline: false },
    { ...screen, name: 'c', state: { ...state, cachedItems: 1 } },
    { ...screen, name: 'd', playsNow: onlySent(null) },
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
