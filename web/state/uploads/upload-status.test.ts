import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayerState } from '../../../src/contract/players.ts';
import { uploadStatusOf, tvName, type WatchedScreen } from './upload-status.ts';
import type { Destination, Insertion } from './upload-item.ts';

const playlist = { id: 7, name: 'Manhã' };
const screen = { id: 3, name: 'Recepção' };
const ready = { processingStatus: 'completed', processingProgress: 100 } as const;
const placed: Insertion = { status: 'inserted' };

const state = (more: Partial<PlayerState>) =>
  ({ videoId: 1, cachedItems: 2, totalItems: 2, downloadPercent: null, ...more }) as WatchedScreen['state'];

const online: WatchedScreen = {
  id: 3,
  status: 'active',
  isOnline: true,
  isPaired: true,
  assignedPlaylist: playlist,
  playsNow: { playlist, isDark: false, scheduleId: null, until: null, next: null },
  state: state({}),
};

function text(
  destination: Destination,
  insertion: Insertion | undefined,
  {
    video = ready,
    on = {},
    wasShown = false,
    readyCount = 2,
  }: {
    video?: Parameters<typeof uploadStatusOf>[1];
    on?: Partial<WatchedScreen>;
    wasShown?: boolean;
    readyCount?: number;
  } = {},
) {
  const phase = { status: 'done', videoId: 9, insertion, wasShown } as const;
  return uploadStatusOf({ phase, destination }, video, { screens: [{ ...online, ...on }], readyCount }).text;
}

test('a file for a playlist is processed, then stands in it', () => {
  const to = { playlist };
  assert.equal(text(to, placed, { video: { processingStatus: 'pending', processingProgress: 0 } }), 'Processando');
  const half = { processingStatus: 'processing', processingProgress: 60.7 } as const;
  assert.equal(text(to, placed, { video: half }), 'Processando 60 %');
  assert.equal(text(to, { status: 'running' }), 'Colocando na playlist “Manhã”…');
  assert.equal(text(to, placed), 'Na playlist “Manhã”');
  assert.equal(
    text(to, { status: 'failed', reason: 'A playlist foi excluída.', isFinal: true }, { video: half }),
    'Não entrou na playlist “Manhã”. A playlist foi excluída.',
  );
});

test('a file for a TV is on the air only when the TV says so', () => {
  const to = { playlist, screen };
  const says = (on: Partial<WatchedScreen>, more = {}) => text(to, placed, { on, ...more });
  assert.equal(says({ state: null }), 'Na playlist “Manhã”; a TV Recepção já vai buscá-lo.');
  assert.equal(
    says({}, { readyCount: 3 }),
    'Na playlist “Manhã”; a TV Recepção já vai buscá-lo.',
    'its report is older than the file',
  );
  assert.equal(says({ state: state({ cachedItems: 1, downloadPercent: 40 }) }), 'Baixando na TV Recepção 40 %');
  assert.equal(says({ state: state({ cachedItems: 1 }) }), 'Baixando na TV Recepção');
  assert.equal(says({}), 'Salvo na TV Recepção; aparece na sua vez.');
  assert.equal(says({}, { wasShown: true }), 'No ar na TV Recepção');
});

test('a TV that cannot show it says why, and what to do', () => {
  const says = (on: Partial<WatchedScreen>) => text({ playlist, screen }, placed, { on });
  assert.equal(says({ isOnline: false }), 'A TV Recepção está desligada; aparece assim que ligar.');
  assert.match(says({ isOnline: false, isPaired: false }), /Falta conectar a TV Recepção/);
  assert.match(says({ status: 'paused' }), /pausada pelo administrador/);
  assert.match(says({ assignedPlaylist: { id: 8, name: 'Tarde' } }), /não exibe mais essa playlist/);
  const ruled = { playlist: { id: 8, name: 'Tarde' }, isDark: false, scheduleId: 4, until: null, next: null };
  assert.match(says({ playsNow: ruled }), /segue a programação agora; aparece depois dela/);
  assert.match(says({ playsNow: { ...ruled, playlist } }), /aparece na sua vez/, 'the rule plays it');
  assert.equal(says({ id: 99 }), 'Na playlist “Manhã”', 'a screen that is gone');
});

test('a screen called TV is not said to be one twice', () => {
  assert.equal(tvName({ name: 'Recepção' }), 'TV Recepção');
  assert.equal(tvName({ name: 'TV da sala' }), 'TV da sala');
});
