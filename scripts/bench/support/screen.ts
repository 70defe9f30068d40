/** Screens as the player speaks: socket, poll every 3 s, radio every 5 s, notices every 30 s, heartbeat every 15 s. */
import { performance } from 'node:perf_hooks';
import { limits } from '../../../src/contract/limits.ts';
import { connectWebSocket, type TestWebSocket } from '../../../src/testing/ws.ts';
import type { Device } from './furnish.ts';
import { stateWith } from '../parts/polls.ts';
import { Line, type Question } from './line.ts';
import { pause } from '../../support/quick.ts';

/** Counts of requests and responses of all screens together. */
export interface Tally {
  latencies: number[];
  responses: Record<string, number>;
  /** Requests while the server was unreachable. */
  away: number;
}

export const newTally = (): Tally => ({ latencies: [], responses: {}, away: 0 });

/** `isOver` ends all of them; a new `tally` begins a new measurement. */
export const crowd = { tally: newTally(), isOver: false };

/** Answers that were refusals, and calls without one. */
export const failedOf = ({ responses, away }: Tally): number =>
  Object.entries(responses).reduce((sum, [status, count]) => sum + (Number(status) < 400 ? 0 : count), away);

/** The latency that a share of all answers does not pass, ms. */
export const shareOf = ({ latencies }: Tally, part: number): number =>
  latencies.sort((a, b) => a - b)[Math.floor(latencies.length * part)] ?? 0;

/** Two screens of a clinic share an address: nobody else has it. */
export const addressOf = ({ userId }: { userId: number }) =>
  `127.${1 + (userId >> 16)}.${(userId >> 8) & 255}.${userId & 255}`;

/** The status, or 0 where nobody answers. */
export async function ask(line: Line, question: Question): Promise<number> {
  const { status, tookMs } = await line.ask(question);
  if (status === 0) crowd.tally.away += 1;
  else {
    crowd.tally.latencies.push(tookMs);
    crowd.tally.responses[status] = (crowd.tally.responses[status] ?? 0) + 1;
  }
  return status;
}

export class Screen {
  /** Time at which polls and socket were back. */
  backAt: number | undefined;
  socket: TestWebSocket | undefined;
  readonly #line: Line;
  readonly #headers: Record<string, string>;

  constructor(
    readonly device: Device,
    port: number,
  ) {
    this.#line = new Line(port, addressOf(device));
    this.#headers = { authorization: `Bearer ${device.token}` };
  }

  /** Every `everyMs`, after a failure later and later, as web/player/server/poll/poll.ts does it. */
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
    const headers = this.#headers;
    const get = (path: string) => ask(this.#line, { method: 'GET', path, headers });
    void this.#repeat(3_000, async () => {
      const status = await get('/api/player/assigned-playlist');
      if (status === 200 && this.socket) this.backAt ??= performance.now();
      return status;
    });
    void this.#repeat(5_000, () => get('/api/player/radio-settings'));
    void this.#repeat(30_000, () => get('/api/player/admin-notices'));
    let beats = 0;
    void this.#repeat(limits.heartbeatMs, () =>
      ask(this.#line, {
        ...{ method: 'POST', path: '/api/player/heartbeat', headers },
        body: {
          ...{ token: this.device.token, playerId: this.device.playerId },
          state: stateWith(1 + ((beats += 1) % 10)),
        },
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
