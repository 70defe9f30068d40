/** Simulates a screen's requests: socket, poll every 3 s, radio every 5 s, notices every 30 s, heartbeat every 15 s. */
import { performance } from 'node:perf_hooks';
import { limits } from '../../../src/contract/limits.ts';
import { connectWebSocket, type TestWebSocket } from '../../../src/testing/ws.ts';
import type { Device } from './fill-database.ts';
import { stateWith } from '../parts/polls.ts';
import { type HttpRequest, KeepAliveClient } from './keep-alive-client.ts';
import { pause } from '../../support/quick.ts';

/** Counts of requests and responses of all screens together. */
export interface Tally {
  /** In ms, of all responses. */
  latencies: number[];
  responses: Record<string, number>;
  /** Requests while the server was unreachable. */
  unreachable: number;
}

export const newTally = (): Tally => ({ latencies: [], responses: {}, unreachable: 0 });

/** State of all simulated screens. `isStopped` stops them; a new `tally` begins a new measurement. */
export const simulation = { tally: newTally(), isStopped: false };

/** Returns the number of requests with an error status or without a response. */
export const countFailures = ({ responses, unreachable }: Tally): number =>
  Object.entries(responses).reduce((sum, [status, count]) => sum + (Number(status) < 400 ? 0 : count), unreachable);

/** Returns the latency in ms that a share (0 to 1) of the responses does not exceed. */
export const latencyQuantile = ({ latencies }: Tally, share: number): number =>
  latencies.sort((a, b) => a - b)[Math.floor(latencies.length * share)] ?? 0;

/** Returns the local address of a clinic; only the clinic's own screens use it. */
export const addressOf = ({ userId }: { userId: number }) =>
  `127.${1 + (userId >> 16)}.${(userId >> 8) & 255}.${userId & 255}`;

/** Sends a request and adds its result to the tally. Returns the status, or 0 without a response. */
export async function sendCounted(client: KeepAliveClient, request: HttpRequest): Promise<number> {
  const { status, tookMs } = await client.send(request);
  if (status === 0) simulation.tally.unreachable += 1;
  else {
    simulation.tally.latencies.push(tookMs);
    simulation.tally.responses[status] = (simulation.tally.responses[status] ?? 0) + 1;
  }
  return status;
}

export class Screen {
  /** Time (performance.now()) of the first successful poll with a subscribed socket, since the caller cleared this field. */
  reconnectedAt: number | undefined;
  socket: TestWebSocket | undefined;
  readonly #client: KeepAliveClient;
  readonly #headers: Record<string, string>;

  constructor(
    readonly device: Device,
    port: number,
  ) {
    this.#client = new KeepAliveClient(port, addressOf(device));
    this.#headers = { authorization: `Bearer ${device.token}` };
  }

  /** Calls `run` every `everyMs`, and less often after failures, as web/player/server/poll/poll.ts does. */
  async #repeat(everyMs: number, run: () => Promise<number>): Promise<void> {
    await pause(Math.random() * everyMs);
    for (let failures = 0; !simulation.isStopped;) {
      const status = await run();
      failures = status === 0 || status >= 500 ? failures + 1 : 0;
      const waitMs = Math.min(everyMs * 2 ** Math.min(failures, 10), Math.max(15_000, everyMs));
      await pause(failures > 0 ? waitMs * (0.5 + Math.random() / 2) : waitMs);
    }
  }

  play(): void {
    const headers = this.#headers;
    const get = (path: string) => sendCounted(this.#client, { method: 'GET', path, headers });
    void this.#repeat(3_000, async () => {
      const status = await get('/api/player/assigned-playlist');
      if (status === 200 && this.socket) this.reconnectedAt ??= performance.now();
      return status;
    });
    void this.#repeat(5_000, () => get('/api/player/radio-settings'));
    void this.#repeat(30_000, () => get('/api/player/admin-notices'));
    let heartbeats = 0;
    void this.#repeat(limits.heartbeatMs, () =>
      sendCounted(this.#client, {
        ...{ method: 'POST', path: '/api/player/heartbeat', headers },
        body: {
          ...{ token: this.device.token, playerId: this.device.playerId },
          state: stateWith(1 + ((heartbeats += 1) % 10)),
        },
      }),
    );
    void this.#listen();
  }

  async #listen(): Promise<void> {
    await pause(Math.random() * 3_000);
    while (!simulation.isStopped) {
      try {
        const socket = await connectWebSocket(`ws://127.0.0.1:${this.#client.port}/ws`, {
          localAddress: this.#client.address,
        });
        socket.onMessage((text) => {
          if (text.includes('"subscribed"')) this.socket = socket;
        });
        socket.send(JSON.stringify({ type: 'subscribe_player', token: this.device.token }));
        await socket.closed;
      } catch {
        simulation.tally.unreachable += 1;
      }
      this.socket = undefined;
      await pause(limits.realtimeReconnectMs * (0.5 + Math.random()));
    }
  }
}
