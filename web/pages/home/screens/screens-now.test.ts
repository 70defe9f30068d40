import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { playsNowWithoutRules } from '../../../components/screens/plays-now.ts';
import { inPreviousOrder, screenNow, screensByProblem } from './screens-now.ts';

const nowMs = Date.parse('2026-11-22T15:10:00Z');
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
  playsNow: playsNowWithoutRules({ id: 3, name: 'Recepção' }),
  emptyFrom: null,
  state,
} as const;
const playlists = [{ id: 3, itemCount: 4 }];
/** Returns badge, headline, detail and button as one text. */
const textOf = (changes: Partial<Parameters<typeof screenNow>[0]>, lists = playlists) => {
  const { badge, headline, detail, fix } = screenNow({ ...screen, ...changes }, lists, nowMs);
  return [badge.text.replaceAll('\u00a0', ' '), headline, detail, fix].join(' | ');
};

test('a playing screen shows its content, the time at which the content started, and the playlist', () => {
  const plays = 'Vacinação | Exibindo desde 12:02 · Playlist: Recepção | send';
  assert.equal(textOf({}), `Online | ${plays}`);
  assert.equal(textOf({ state: { ...state, cachedItems: 1 } }), `Baixando 1 de 4 | ${plays}`);
  assert.equal(textOf({ state: { ...state, cachedItems: 1, downloadPercent: 40 } }), `Baixando 40 % | ${plays}`);
  assert.equal(textOf({ state: null }), 'Online | Preparando o conteúdo… | Playlist: Recepção | ');
});

test('a screen that does not play shows the reason and the action that solves the problem', () => {
  const offline = { isOnline: false };
  const unpaired = { ...offline, isPaired: false, status: 'disconnected' } as const;
  const silent = { state: { ...state, soundBlocked: true } };
  const full = { state: { ...state, lastError: 'Sem espaço' } };
  const empty = [{ id: 3, itemCount: 0 }];
  assert.equal(textOf(offline), 'Offline há 5 min | TV desligada ou sem rede | Playlist: Recepção | connect');
  assert.match(textOf({ ...offline, lastPing: new Date(nowMs).toISOString() }), /^Offline há menos de 1 min \|/);
  assert.equal(textOf(unpaired), 'Offline | Nenhuma TV conectada | Playlist: Recepção | pair');
  assert.equal(
    textOf({ playsNow: playsNowWithoutRules(null) }),
    'Sem playlist | Aguardando uma playlist | A TV está online. | send',
  );
  assert.equal(textOf({}, empty), 'Playlist vazia | Nada para exibir | Playlist: Recepção | fill');
  assert.match(textOf(silent), /^Som bloqueado \| /);
  assert.equal(textOf(full), 'Com problema | Vacinação | Sem espaço | send');
});

test('a warning says that a screen shows nothing now or soon, unless the screen has another problem', () => {
  const plays = 'Exibindo desde 12:02 · Playlist: Recepção | fill';
  const soon = (emptyFrom: string) => textOf({ emptyFrom });
  assert.equal(soon('2026-11-24T12:00:00Z'), `Vai ficar sem nada em 2 dias | Vacinação | ${plays}`);
  assert.equal(soon('2026-11-22T20:00:00Z'), `Vai ficar sem nada em 5 horas | Vacinação | ${plays}`);
  assert.equal(soon('2026-11-22T15:00:00Z'), `Sem nada para mostrar | Nada para exibir | ${plays}`);
  assert.match(textOf({ isOnline: false, emptyFrom: '2026-11-24T12:00:00Z' }), /^Offline há 5 min \|/);
});

test('a screen shows the rule that plays, its end and what plays afterwards, or when the next rule begins', () => {
  const general = { playlist: { id: 3, name: 'Geral' }, isDark: false };
  const morning = { playlist: { id: 5, name: 'Manhã' }, isDark: false };
  const ruled = { ...morning, scheduleId: 9, until: '2026-11-22T16:00:00Z', next: general };
  const dark = { playlist: null, isDark: true, scheduleId: 8, until: '2026-11-23T09:30:00Z', next: general };
  const endless = { ...dark, until: null, next: null };
  const beforeRule = { ...playsNowWithoutRules(null), until: '2026-11-22T16:00:00Z', next: morning };
  const textWhile = (playsNow: MyPlayer['playsNow']) => textOf({ playsNow });
  const since = 'Exibindo desde 12:02 · Programação: Manhã · até as 13:00, depois Geral';
  assert.equal(textWhile(ruled), `Online | Vacinação | ${since} | send`);
  assert.match(textOf({ playsNow: ruled, isOnline: false }), / \| Programação: Manhã \| /);
  assert.match(textOf({ playsNow: ruled }, [{ id: 5, itemCount: 0 }]), /^Playlist vazia \| Nada para exibir \| /);
  assert.equal(textWhile(dark), 'Online | Tela escura | Pela programação, até seg, 6:30, depois Geral | send');
  assert.match(textWhile(endless), / \| Pela programação \| /);
  const later = 'Nenhuma playlist enviada. Manhã entra às 13:00.';
  assert.equal(textWhile(beforeRule), `Online | Nada neste horário | ${later} | send`);
  assert.match(textOf({ playsNow: beforeRule, isOnline: false }), / \| Programação: nada neste horário \| /);
});

test('a screen that a manager has paused or blocked offers no action', () => {
  assert.match(textOf({ status: 'paused' }), /^Pausada pelo Admin \| .* \| $/);
  assert.match(textOf({ status: 'blocked' }), /^Bloqueada pelo Admin \| .* \| $/);
  assert.match(textOf({ status: 'blocked', isOnline: false }), /^Bloqueada pelo Admin \| /);
});

test('screens with problems are first, unpaired screens are last, and otherwise the order is kept', () => {
  const all = [
    { ...screen, name: 'new', isOnline: false, isPaired: false },
    { ...screen, name: 'a' },
    { ...screen, name: 'b', isOnline: false },
    { ...screen, name: 'c', state: { ...state, cachedItems: 1 } },
    { ...screen, name: 'd', playsNow: playsNowWithoutRules(null) },
  ];
  const names = screensByProblem(all, playlists, nowMs).map(({ screen: { name } }) => name);
  assert.deepEqual(names, ['b', 'd', 'a', 'c', 'new']);
});

test('inPreviousOrder keeps the order of known rows and puts new rows last', () => {
  const rows = [3, 1, 2, 4].map((id) => ({ screen: { id } }));
  const ids = inPreviousOrder(rows, [1, 2, 3]).map(({ screen }) => screen.id);
  assert.deepEqual(ids, [1, 2, 3, 4]);
});
