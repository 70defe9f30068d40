/** Screens as the player speaks: socket, poll every 3 s, radio every 5 s, notices every 30 s, heartbeat every 15 s. */
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../src/contract/limits.ts';
import { connectWebSocket, type TestWebSocket } from '../../src/testing/ws.ts';
import type { Device } from './furnish.ts';

/** What was asked and answered, of all of them together. */
export interface Tally {
  latencies: number[];
  answers: Record<string, number>;
  /** Where the server could not be reached. */
  away: number;
}

export const newTally = (): Tally => ({ latencies: [], answers: {}, away: 0 });

/** `isOver` ends all of them; a new `tally` begins a new measurement. */
export const crowd = { tally: newTally(), isOver: false };

/** Answers that were refusals, and calls without one. */
export const failedOf = ({ answers, away }: Tally): number =>
  Object.entries(answers).reduce((sum, [status, count]) => sum + (Number(status) < 400 ? 0 : count), away);

/** The latency that a share of all answers does not pass, ms. */
export const shareOf = ({ latencies }: Tally, part: number): number =>
  latencies.sort((a, b) => a - b)[Math.floor(latencies.length * part)] ?? 0;

/** Two screens of a clinic share an address: nobody else has it. */
export const addressOf = ({ userId }: { userId: number }) =>
  `127.${1 + (userId >> 16)}.${(userId >> 8) & 255}.${userId & 255}`;

export interface Line {
  port: number;
  agent: Agent;
  address: string;
}

/** The status, or 0 where nobody answers. */
export function ask(
  line: Line,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<number> {
  return new Promise((resolve) => {
    const began = performance.now();
    const text = body && JSON.stringify(body);
    const call = request(
      {
        ...{ agent: line.agent, host: '127.0.0.1', port: line.port, localAddress: line.address, method, path },
        headers: {
          ...headers,
          ...(text === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
        },
      },
      (response) => {
        const status = response.statusCode ?? 0;
        response.resume().on('end', () => {
          crowd.tally.latencies.push(performance.now() - began);
          crowd.tally.answers[status] = (crowd.tally.answers[status] ?? 0) + 1;
          resolve(status);
        });
      },
    );
    call.on('error', () => {
      crowd.tally.away += 1;
      resolve(0);
    });
    call.end(text);
  });
}

export class Screen {
  /** Since when it polls and hears again. */
  backAt: number | undefined;
  socket: TestWebSocket | undefined;
  readonly #line: Line;
  readonly #headers: Record<string, string>;

  constructor(
    readonly device: Device,
    port: number,
  ) {
    const agent = new Agent({ keepAlive: true, maxSockets: 2, timeout: 10_000 });
    this.#line = { port, agent, address: addressOf(device) };
    this.#headers = { authorization: `Bearer ${device.token}` };
  }

  /** Every `everyMs`, after a failure later and later, as web/player/server/poll.ts does it. */
  async #repeat(everyMs: number, run: () => Promise<number>): Promise<void> {
    await pause(Math.random() * everyMs);
    for (let failures = 0; !crowd.isOver;) {
      const status = await run();
      failures = status === 0 || status >= 500 ? failures + 1 : 0;
      const waitMs = Math.min(everyMs * 2 ** Math.min(failures, 10), Math.max(15_000, everyMs));
      await pause(failures > 0 ? waitMs * (0.5 + Math.random() / 2) : waitMs);
    }
  }

  play(): void {
    const get = (path: string) => ask(this.#line, 'GET', path, this.#headers);
    void this.#repeat(3_000, async () => {
      const status = await get('/api/player/assigned-playlist');
      if (status === 200 && this.socket) this.backAt ??= performance.now();
      return status;
    });
    void this.#repeat(5_000, () => get('/api/player/radio-settings'));
    void this.#repeat(30_000, () => get('/api/player/admin-notices'));
    let beats = 0;
    void this.#repeat(limits.heartbeatMs, () =>
      ask(this.#line, 'POST', '/api/player/heartbeat', this.#headers, {
        ...{ token: this.device.token, playerId: this.device.playerId },
        state: { videoId: 1 + ((beats += 1) % 10), cachedItems: 10, totalItems: 10, version: 'bench' },
      }),
    );
    void this.#listen();
  }

  async #listen(): Promise<void> {
    await pause(Math.random() * 3_000);
    while (!crowd.isOver) {
      try {
        const socket = await connectWebSocket(`ws://127.0.0.1:${this.#line.port}/ws`, {
          localAddress: this.#line.address,
        });
        socket.onMessage((text) => {
          if (text.includes('"subscribed"')) this.socket = socket;
        });
        socket.send(JSON.stringify({ type: 'subscribe_player', token: this.device.token }));
        await socket.closed;
      } catch {
        crowd.tally.away += 1;
      }
      this.socket = undefined;
      await pause(limits.realtimeReconnectMs * (0.5 + Math.random()));
    }
  }
}
