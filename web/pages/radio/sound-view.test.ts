import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Soundtrack } from '../../../src/contract/radio.ts';
import { soundOf } from './sound-view.ts';

const signal = { state: 'unknown' as const, since: null };
const stations = [{ id: 1, name: 'Antena 1', genre: 'Adulto', streamUrl: '/api/radio/1/stream', signal }];
const enabledSettings = { isEnabled: true, selectedRadioId: 1, volume: 30 };

/** Returns a screen whose id is the length of its name. */
const tv = (name: string, radio: 'off' | 'heard' | 'silent', isOnline = true) => ({
  id: name.length,
  name,
  isOnline,
  state: { radio, radioSilentSince: '2026-11-22T17:02:00Z', soundBlocked: false } as NonNullable<MyPlayer['state']>,
});

test('the text says what the screens play, and warns if the radio is on without a station or with volume 0', () => {
  assert.deepEqual(soundOf(enabledSettings, stations, [tv('Recepção', 'heard')]), {
    text: 'Antena 1 toca em todas as suas telas.',
    tone: 'muted',
  });
  assert.equal(soundOf({ ...enabledSettings, selectedRadioId: null }, stations, []).tone, 'warning');
  assert.equal(soundOf({ ...enabledSettings, selectedRadioId: 9 }, stations, []).tone, 'warning');
  assert.equal(soundOf({ ...enabledSettings, volume: 0 }, stations, []).tone, 'warning');
  assert.equal(soundOf({ ...enabledSettings, isEnabled: false }, stations, []).tone, 'muted');
});

test('the text counts screens by the state that they report', () => {
  assert.deepEqual(
    soundOf(enabledSettings, stations, [tv('Corredor', 'heard'), tv('Recepção', 'silent'), tv('Sala', 'heard', false)]),
    {
      text: 'Antena 1: tocando em 1 de 3 telas.',
      tone: 'warning',
      silent: [
        { id: 8, text: 'Recepção: em silêncio desde 14:02' },
        { id: 4, text: 'Sala: offline' },
      ],
    },
  );
  assert.equal(
    soundOf(enabledSettings, stations, [tv('Sala', 'silent')]).text,
    'Antena 1 não toca em nenhuma tela agora.',
  );
  assert.equal(soundOf(enabledSettings, stations, undefined).text, 'Antena 1 está escolhida.');
  assert.equal(
    soundOf(
      enabledSettings,
      stations,
      Array.from({ length: 7 }, (_, n) => tv(`Tela ${n}`, 'silent')),
    ).silent?.at(-1)?.text,
    'e mais 2',
  );
});

test('screens with a soundtrack of their own are counted separately', () => {
  const soundtracks = [{ id: 5, name: 'Jazz', tracks: [{ processingStatus: 'completed' }] }] as unknown as Soundtrack[];
  const screens = [{ playerId: 4, soundtrackId: 5 }];
  const tvs = [tv('Sala', 'heard'), tv('Recepção', 'silent'), tv('Corredores', 'heard')];
  assert.deepEqual(soundOf({ ...enabledSettings, screens }, stations, tvs, soundtracks), {
    text: 'Antena 1: tocando em 1 de 2 telas. A trilha Jazz: tocando em 1 de 1 tela.',
    tone: 'warning',
    silent: [{ id: 8, text: 'Recepção: em silêncio desde 14:02' }],
  });
  assert.deepEqual(soundOf({ ...enabledSettings, selectedRadioId: null, screens }, stations, tvs, soundtracks), {
    text: 'Só telas com trilha própria tocam. A trilha Jazz: tocando em 1 de 1 tela.',
    tone: 'muted',
  });
});

test('the text says that a station does not transmit, even if the last reports of the screens say that they play it', () => {
  const silentStations = stations.map((station) => ({
    ...station,
    signal: { state: 'silent' as const, since: '2026-11-22T17:32:00Z' },
  }));
  const { text, tone } = soundOf(enabledSettings, silentStations, [tv('Recepção', 'heard')]);
  assert.match(text, /^Antena 1 não está transmitindo desde 14:32\./);
  assert.equal(tone, 'warning');
});
