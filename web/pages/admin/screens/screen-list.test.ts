import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playsNowWithoutRules } from '../../../components/screens/plays-now.ts';
import { hasProblemForManagers } from '../../../../src/contract/changes/views.ts';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { cardContent, noteOf } from './screen-list.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const state = {
  videoId: 4,
  playingSince: null,
  cachedItems: 3,
  downloadPercent: null,
  totalItems: 3,
  soundBlocked: false,
  clockUnknown: false,
  radio: 'off' as const,
  radioSilentSince: null,
  freeStorageMb: null,
  lastError: null,
  version: '1',
  engine: 'Chromium 79',
  videoName: 'Vacinação',
  thumbnailUrl: null,
};

function screen(changes: Partial<AdminPlayer> = {}): AdminPlayer {
  return {
    id: 1,
    userId: 7,
    name: 'Recepção',
    screenId: 'AB23CD',
    activationCode: 'X9G4F2K7MN',
    status: 'active',
    isPaired: true,
    isOnline: true,
    lastPing: '2026-03-01T11:59:50Z',
    createdAt: '2026-01-01T00:00:00Z',
    callLayout: null,
    ...{ rotation: 0, volume: 100, quietHours: null, darkBrightness: 0 },
    assignedPlaylist: { id: 2, name: 'Manhã' },
    playsNow: playsNowWithoutRules({ id: 2, name: 'Manhã' }),
    emptyFrom: null,
    state,
    ipAddress: null,
    deviceInfo: null,
    owner: { id: 7, username: 'Clínica Sol', email: 'sol@clinica.test', timeZone: 'America/Sao_Paulo' },
    shouldPlay: true,
    ...changes,
  };
}

test('the note shows a required action or a problem instead of the playback', () => {
  const note = (changes: Partial<AdminPlayer>) => noteOf(screen(changes), now).text.replaceAll('\u00a0', ' ');
  const offline = { isOnline: false, lastPing: '2026-03-01T11:00:00Z' };
  assert.match(note({ isPaired: false, isOnline: false, shouldPlay: false }), /código/);
  assert.equal(note({ ...offline, shouldPlay: false }), 'Vista por último há 1 h');
  assert.equal(note(offline), 'Deveria estar exibindo. Vista por último há 1 h');
  assert.equal(note({}), 'Exibindo: Vacinação');
  assert.equal(noteOf(screen({ state: { ...state, lastError: 'Vídeo ilegível' } }), now).tone, 'warning');
  assert.equal(note({ status: 'paused' }), 'A TV mostra “Tela pausada”');
  assert.match(note({ playsNow: playsNowWithoutRules(null) }), /playlist/);
});

test('a problem is an offline screen that should play, or an active online one with an error or blocked sound', () => {
  assert.equal(hasProblemForManagers(screen()), false);
  assert.equal(hasProblemForManagers(screen({ state: { ...state, soundBlocked: true } })), true);
  assert.equal(hasProblemForManagers(screen({ status: 'paused', state: { ...state, soundBlocked: true } })), false);
  assert.equal(hasProblemForManagers(screen({ state: null })), false);
  assert.equal(hasProblemForManagers(screen({ isOnline: false })), true);
  const notExpected = { isOnline: false, shouldPlay: false, state: { ...state, lastError: 'antigo' } };
  assert.equal(hasProblemForManagers(screen(notExpected)), false);
});

test('a card shows a warning exactly when its screen has a problem', () => {
  const reports = [null, state, { ...state, lastError: 'Vídeo ilegível' }, { ...state, soundBlocked: true }];
  const statuses = ['active', 'paused', 'blocked', 'disconnected'] as const;
  const modes = [{ shouldPlay: true }, ...statuses.map((status) => ({ shouldPlay: false, status }))];
  for (const mode of modes)
    for (const isOnline of [true, false])
      for (const report of reports) {
        const each = screen({ ...mode, isOnline, state: report });
        assert.equal(noteOf(each, now).tone === 'warning', hasProblemForManagers(each), JSON.stringify(each));
      }
});

test('a heartbeat alone does not change the content of a card', () => {
  assert.equal(cardContent(screen(), now), cardContent(screen({ lastPing: '2026-03-01T12:00:05Z' }), now + 15_000));
  assert.notEqual(cardContent(screen(), now), cardContent(screen({ name: 'Sala 2' }), now));
});
