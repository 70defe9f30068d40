import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlayerState } from '../../../src/contract/players.ts';
import { uploadStatusOf, tvName, type WatchedScreen } from './upload-status.ts';
import type { Destination, Insertion } from './upload-item.ts';

const playlist = { id: 7, name: 'Manhã' };
const screen = { id: 3, name: 'Recepção' };
const ready = { processingStatus: 'completed', processingProgress: 100 } as const;
const inserted: Insertion = { status: 'inserted' };

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
    screenChanges = {},
    wasShown = false,
    readyCount = 2,
  }: {
    video?: Parameters<typeof uploadStatusOf>[1];
    screenChanges?: Partial<WatchedScreen>;
    wasShown?: boolean;
    readyCount?: number;
  } = {},
) {
  const phase = { status: 'done', videoId: 9, insertion, wasShown } as const;
  return uploadStatusOf({ phase, destination }, video, { screens: [{ ...online, ...screenChanges }], readyCount }).text;
}

test('the status of a file for a playlist is: processing, inserting, in the playlist', () => {
  const to = { playlist };
  assert.equal(text(to, inserted, { video: { processingStatus: 'pending', processingProgress: 0 } }), 'Processando');
  const half = { processingStatus: 'processing', processingProgress: 60.7 } as const;
  assert.equal(text(to, inserted, { video: half }), 'Processando 60 %');
  assert.equal(text(to, { status: 'running' }), 'Colocando na playlist “Manhã”…');
  assert.equal(text(to, inserted), 'Na playlist “Manhã”');
  assert.equal(
    text(to, { status: 'failed', reason: 'A playlist foi excluída.', isFinal: true }, { video: half }),
    'Não entrou na playlist “Manhã”. A playlist foi excluída.',
  );
});

test('a file for a TV is on the air only when the TV has reported it', () => {
  const to = { playlist, screen };
  const statusOn = (screenChanges: Partial<WatchedScreen>, more = {}) => text(to, inserted, { screenChanges, ...more });
  assert.equal(statusOn({ state: null }), 'Na playlist “Manhã”; a TV Recepção já vai buscá-lo.');
  assert.equal(
    statusOn({}, { readyCount: 3 }),
    'Na playlist “Manhã”; a TV Recepção já vai buscá-lo.',
    'the TV has reported before the file was ready',
  );
  assert.equal(statusOn({ state: state({ cachedItems: 1, downloadPercent: 40 }) }), 'Baixando na TV Recepção 40 %');
  assert.equal(statusOn({ state: state({ cachedItems: 1 }) }), 'Baixando na TV Recepção');
  assert.equal(statusOn({}), 'Salvo na TV Recepção; aparece na sua vez.');
  assert.equal(statusOn({}, { wasShown: true }), 'No ar na TV Recepção');
});

test('the status contains the reason why a TV cannot show the file, and the remedy', () => {
  const statusOn = (screenChanges: Partial<WatchedScreen>) => text({ playlist, screen }, inserted, { screenChanges });
  assert.equal(statusOn({ isOnline: false }), 'A TV Recepção está offline; aparece assim que voltar.');
  assert.match(statusOn({ isOnline: false, isPaired: false }), /Falta conectar a TV Recepção/);
  assert.match(statusOn({ status: 'paused' }), /pausada pelo administrador/);
  assert.match(statusOn({ assignedPlaylist: { id: 8, name: 'Tarde' } }), /não exibe mais essa playlist/);
  const playsOther = { playlist: { id: 8, name: 'Tarde' }, isDark: false, scheduleId: 4, until: null, next: null };
  assert.match(statusOn({ playsNow: playsOther }), /segue a programação agora; aparece depois dela/);
  assert.match(
    statusOn({ playsNow: { ...playsOther, playlist } }),
    /aparece na sua vez/,
    'the rule plays the same playlist',
  );
  assert.equal(statusOn({ id: 99 }), 'Na playlist “Manhã”', 'the screen was deleted');
});

test('tvName adds TV only to names that do not begin with it', () => {
  assert.equal(tvName({ name: 'Recepção' }), 'TV Recepção');
  assert.equal(tvName({ name: 'TV da sala' }), 'TV da sala');
});
