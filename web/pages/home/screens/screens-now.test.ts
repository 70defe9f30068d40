import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { withoutRules } from '../../../components/screens/plays-now.ts';
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
  playsNow: withoutRules({ id: 3, name: 'Recepção' }),
  state,
} as const;
const playlists = [{ id: 3, itemCount: 4 }];
/** Badge, headline, detail and button, as a text. */
const reported = (changes: Partial<Parameters<typeof screenNow>[0]>, lists = playlists) => {
  const { badge, headline, detail, mend } = screenNow({ ...screen, ...changes }, lists, now);
  return [badge.text.replaceAll('\u00a0', ' '), headline, detail, mend].join(' | ');
};

test('a screen that plays says what, since when and from which playlist', () => {
  const plays = 'Vacinação | Exibindo desde 12:02 · Playlist: Recepção | send';
  assert.equal(reported({}), `Online | ${plays}`);
  assert.equal(reported({ state: { ...state, cachedItems: 1 } }), `Baixando 1 de 4 | ${plays}`);
  assert.equal(reported({ state: { ...state, cachedItems: 1, downloadPercent: 40 } }), `Baixando 40 % | ${plays}`);
  assert.equal(reported({ state: null }), 'Online | Preparando o conteúdo… | Playlist: Recepção | ');
});

test('what keeps a screen from playing comes with the one thing that mends it', () => {
  const lost = { isOnline: false };
  const unpaired = { ...lost, isPaired: false, status: 'disconnected' } as const;
  const silent = { state: { ...state, soundBlocked: true } };
  const full = { state: { ...state, lastError: 'Sem espaço' } };
  const empty = [{ id: 3, itemCount: 0 }];
  assert.equal(reported(lost), 'Offline há 5 min | Sem contato com a TV | Playlist: Recepção | connect');
  assert.equal(reported(unpaired), 'Desconectado | Nenhuma TV conectada | Playlist: Recepção | pair');
  assert.equal(
    reported({ playsNow: withoutRules(null) }),
    'Sem playlist | Aguardando uma playlist | A TV está online. | send',
  );
  assert.equal(reported({}, empty), 'Playlist vazia | Nada para exibir | Playlist: Recepção | fill');
  assert.match(reported(silent), /^Som bloqueado \| /);
  assert.equal(reported(full), 'Com problema | Vacinação | Sem espaço | send');
});

test('while a rule plays it says so, until when, and what comes then', () => {
  const general = { playlist: { id: 3, name: 'Geral' }, isDark: false };
  const morning = { playlist: { id: 5, name: 'Manhã' }, isDark: false };
  const ruled = { ...morning, scheduleId: 9, until: '2026-11-22T16:00:00Z', next: general };
  const dark = { playlist: null, isDark: true, scheduleId: 8, until: '2026-11-23T09:30:00Z', next: general };
  const forGood = { ...dark, until: null, next: null };
  const before = { ...withoutRules(null), until: '2026-11-22T16:00:00Z', next: morning };
  const said = (playsNow: MyPlayer['playsNow']) => reported({ playsNow });
  const since = 'Exibindo desde 12:02 · Programação: Manhã · até as 13:00, depois Geral';
  assert.equal(said(ruled), `Online | Vacinação | ${since} | send`);
  assert.match(reported({ playsNow: ruled, isOnline: false }), / \| Programação: Manhã \| /);
  assert.match(reported({ playsNow: ruled }, [{ id: 5, itemCount: 0 }]), /^Playlist vazia \| Nada para exibir \| /);
  assert.equal(said(dark), 'Online | Tela escura | Pela programação, até seg, 6:30, depois Geral | send');
  assert.match(said(forGood), / \| Pela programação \| /);
  const later = 'Nenhuma playlist enviada. Manhã entra às 13:00.';
  assert.equal(said(before), `Online | Nada neste horário | ${later} | send`);
  assert.match(reported({ playsNow: before, isOnline: false }), / \| Programação: nada neste horário \| /);
});

test("what an administrator closed is nobody else's to mend", () => {
  assert.match(reported({ status: 'paused' }), /^Pausada pelo Admin \| .* \| $/);
  assert.match(reported({ status: 'blocked' }), /^Bloqueada pelo Admin \| .* \| $/);
  assert.match(reported({ status: 'blocked', isOnline: false }), /^Bloqueada pelo Admin \| /);
});

test('those that need somebody come first, those without a TV last, else the order stays', () => {
  const all = [
    { ...screen, name: 'new', isOnline: false, isPaired: false },
    { ...screen, name: 'a' },
    { ...screen, name: 'b', isOnline: false },
    { ...screen, name: 'c', state: { ...state, cachedItems: 1 } },
    { ...screen, name: 'd', playsNow: withoutRules(null) },
  ];
  const names = screensByCare(all, playlists, now).map(({ screen: { name } }) => name);
  assert.deepEqual(names, ['b', 'd', 'a', 'c', 'new']);
});

test('rows keep their places while somebody is about to press one; a new one comes last', () => {
  const rows = [3, 1, 2, 4].map((id) => ({ screen: { id } }));
  const ids = asBefore(rows, [1, 2, 3]).map(({ screen }) => screen.id);
  assert.deepEqual(ids, [1, 2, 3, 4]);
});
