/** Measures polls and heartbeats of 2,000 screens, and compares the server with a minimal one (bare.mjs). */
import type { PlayerState } from '../../../src/contract/players.ts';
import { type Device, fillDatabase } from '../support/fill-database.ts';
import { load, type Load, measureAlternately, startBare, startServer, type WrkRequest } from '../support/rig.ts';
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

const heartbeatOf = ({ token, playerId }: Device): WrkRequest => ({
  method: 'POST',
  path: '/api/player/heartbeat',
  headers: {
    ...{ ...browser, 'Content-Type': 'application/json' },
    ...{ Origin: 'http://127.0.0.1', Cookie: 'antessala_device=0123456789012345678901234567890123456789012' },
  },
  body: JSON.stringify({ token, playerId, state: stateWith(1) }),
});

/** Returns a complete state of a screen that shows the content `videoId`. */
export const stateWith = (videoId: number): PlayerState => ({
  ...{ videoId, playingSince: '2026-11-22T12:00:00.000Z', cachedItems: 10, totalItems: 10 },
  ...{ downloadPercent: null, soundBlocked: false, radio: 'heard', radioSilentSince: null, clockUnknown: false },
  ...{ freeStorageMb: 812.5, lastError: null, version: '1.0.0', engine: 'Chromium 79' },
});

/** The server accepts 30 heartbeats of a screen in 15 s and refuses further ones with 429. */
const heartbeatsPerScreen = 30;

export async function polls(folder: string): Promise<Row[]> {
  const first = await startServer(folder);
  await first.stop();
  const devices = fillDatabase(folder);
  const server = await startServer(folder);
  const bare = { poll: await startBare('poll'), heartbeat: await startBare('heartbeat') };
  try {
    const seconds = 2;
    const poll = devices.map(pollOf);
    const heartbeat = devices.map(heartbeatOf);
    const polled = await measureAlternately({
      bare: () => load(bare.poll, poll, { seconds }),
      antessala: () => load(server, poll, { seconds }),
    });
    const heartbeats = process.env.BENCH_SKIP_HEARTBEATS
      ? undefined
      : await measureAlternately(
          {
            bare: () => load(bare.heartbeat, heartbeat, { seconds: 1 }),
            // After 15 s the heartbeats of the previous round no longer count. Polls come first, as on a real server.
            antessala: async () => {
              await pause(15_000);
              await load(server, poll, { seconds: 1 });
              return load(server, heartbeat, { seconds: 1 });
            },
          },
          3,
        );
    return [
      ratioRow('poll of 2,000 screens', polled, 0.6),
      p99Row('its p99, 64 connections, ms', polled.antessala, 5),
      ...(heartbeats ? [ratioRow(`heartbeat (${heartbeatsPerScreen} per screen in 15 s)`, heartbeats, 0.5)] : []),
    ];
  } finally {
    await Promise.all([server, bare.poll, bare.heartbeat].map((each) => each.stop()));
  }
}

const figures = ({ perSecond, processorUs, p99Ms, failed }: Load) =>
  `${perSecond.toFixed(0)}/s, ${processorUs.toFixed(1)} us of processor, p99 ${p99Ms.toFixed(1)} ms${failed > 0 ? `, ${failed} FAILED` : ''}`;

/** Compares processor times per request. As each server has one core, this is the ratio of their requests per second. */
const ratioRow = (label: string, { antessala, bare }: { antessala: Load; bare: Load }, atLeast: number): Row => ({
  label,
  result: figures(antessala),
  bare: figures(bare),
  value: bare.processorUs / antessala.processorUs,
  target: { atLeast },
});

const p99Row = (label: string, { p99Ms }: Load, atMost: number): Row => ({
  label,
  result: `${p99Ms.toFixed(1)} ms`,
  value: p99Ms,
  target: { atMost },
});
