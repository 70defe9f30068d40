/** The poll and the heartbeat of 2,000 screens, through the whole server. */
import type { PlayerState } from '../../../src/contract/players.ts';
import { type Device, furnish } from '../support/furnish.ts';
import { inTurn, load, type Load, startBare, startServer, type WrkRequest } from '../support/rig.ts';
import type { Row } from '../support/table.ts';
import { pause } from '../../support/quick.ts';

/** Headers as Chromium on a TV sends them. */
const browser = {
  Connection: 'keep-alive',
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 9; TV) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/79.0.3945.136 Safari/537.36',
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate',
};

export const pollOf = ({ token }: Device): WrkRequest => ({
  path: '/api/player/assigned-playlist',
  headers: { ...browser, Authorization: `Bearer ${token}` },
});

export const heartbeatOf = ({ token, playerId }: Device): WrkRequest => ({
  method: 'POST',
  path: '/api/player/heartbeat',
  headers: {
    ...{ ...browser, 'Content-Type': 'application/json' },
    ...{ Origin: 'http://127.0.0.1', Cookie: 'antessala_device=0123456789012345678901234567890123456789012' },
  },
  body: JSON.stringify({ token, playerId, state: stateWith(1) }),
});

/** Returns a complete state of a screen. */
export const stateWith = (videoId: number): PlayerState => ({
  ...{ videoId, playingSince: '2026-11-22T12:00:00.000Z', cachedItems: 10, totalItems: 10 },
  ...{ downloadPercent: null, soundBlocked: false, radio: 'heard', radioSilentSince: null, clockUnknown: false },
  ...{ freeStorageMb: 812.5, lastError: null, version: '1.0.0', engine: 'Chromium 79' },
});

/** A screen beats 30 times in 15 s and is slowed down from there on: so many of them share a round. */
const heartbeatsOfScreen = 30;

export async function polls(folder: string): Promise<Row[]> {
  const first = await startServer(folder);
  await first.stop();
  const devices = furnish(folder);
  const server = await startServer(folder);
  const bare = { poll: await startBare('poll'), heartbeat: await startBare('heartbeat') };
  try {
    const seconds = 2;
    const poll = devices.map(pollOf);
    const beat = devices.map(heartbeatOf);
    const polled = await inTurn({
      bare: () => load(bare.poll, poll, { seconds }),
      ours: () => load(server, poll, { seconds }),
    });
    const beaten = process.env.NOBEAT
      ? polled
      : await inTurn(
          {
            bare: () => load(bare.heartbeat, beat, { seconds: 1 }),
            // A screen polls five times between two heartbeats. What the round before counted is forgotten.
            ours: async () => {
              await pause(15_000);
              await load(server, poll, { seconds: 1 });
              return load(server, beat, { seconds: 1 });
            },
          },
          3,
        );
    return [
      ratio('poll of 2,000 screens', polled, 0.6),
      late('its p99, 64 connections, ms', polled.ours, 5),
      ratio(`heartbeat (${heartbeatsOfScreen} a screen in 15 s)`, beaten, 0.5),
    ];
  } finally {
    await Promise.all([server, bare.poll, bare.heartbeat].map((each) => each.stop()));
  }
}

const figures = ({ perSecond, processorUs, p99Ms, failed }: Load) =>
  `${perSecond.toFixed(0)}/s, ${processorUs.toFixed(1)} us of processor, p99 ${p99Ms.toFixed(1)} ms${failed > 0 ? `, ${failed} FAILED` : ''}`;

/** By processor time a request: with a core for itself that is the ratio of requests a second. */
const ratio = (what: string, { ours, bare }: { ours: Load; bare: Load }, atLeast: number): Row => ({
  what,
  ours: figures(ours),
  bare: figures(bare),
  value: bare.processorUs / ours.processorUs,
  promise: { atLeast },
});

const late = (what: string, { p99Ms }: Load, atMost: number): Row => ({
  what,
  ours: `${p99Ms.toFixed(1)} ms`,
  value: p99Ms,
  promise: { atMost },
});
