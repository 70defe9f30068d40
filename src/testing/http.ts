/** Starts only the HTTP server, with endpoints of the test. Opens TCP connections for requests that no HTTP library sends. */
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { capabilitiesOfRole } from '../contract/accounts/capabilities.ts';
import { type Endpoint, endpointOf, type PlayerActor, type UserActor } from '../contract/endpoint.ts';
import type { IdempotencyKeys } from '../platform/http/request/idempotency.ts';
import { createHttp, type Http, type HttpOptions, type HttpParts } from '../platform/http/server.ts';
import { createLog, type LogLevel } from '../platform/log.ts';
import { type Clock, systemClock } from '../platform/clock.ts';

/** Makes an endpoint that anyone may call: `endpointForAnyone({ reply: 'text' })`. */
export const endpointForAnyone = endpointOf({ name: '', about: '' }, { summary: '', access: 'anyone' });

export interface TestHttp {
  http: Http;
  port: number;
  url: string;
  /** Parsed lines of the log, from the server's log level on. */
  logged: { level: LogLevel; message: string; [field: string]: unknown }[];
}

export type TestHttpParts<Table> = Pick<HttpParts<Table>, 'endpoints' | 'handlers'> &
  Partial<
    Pick<
      HttpParts<Table>,
      'identify' | 'idempotencyKeys' | 'static' | 'sockets' | 'heartbeatEndpoint' | 'timings' | 'wireClock'
    >
  > & {
    options?: Partial<HttpOptions>;
    logLevel?: LogLevel;
  };

/** Starts a server, which is closed after the test. */
export async function startTestHttp<const Table extends Readonly<Record<string, Endpoint>>>(
  t: TestContext,
  parts: TestHttpParts<Table>,
): Promise<TestHttp> {
  const logged: TestHttp['logged'] = [];
  const log = createLog(parts.logLevel ?? 'info', systemClock, (line) =>
    logged.push(JSON.parse(line) as TestHttp['logged'][number]),
  );
  const { options, ...rest } = parts;
  const http = createHttp({
    identify: testIdentify,
    idempotencyKeys: memoryKeys(),
    ...rest,
    log,
    options: { allowedHosts: [], trustProxy: [], validateReplies: true, ...options },
  } as HttpParts<Table>);
  const { port } = await http.listen('127.0.0.1', 0);
  t.after(() => http.close());
  return { http, port, url: `http://127.0.0.1:${port}`, logged };
}

function memoryKeys(): IdempotencyKeys {
  const responses = new Map<string, string>();
  return {
    tx: (work) => work(),
    count: () => responses.size,
    removeOldest: () => responses.clear(),
    find: (userId, keyHash) => responses.get(`${userId} ${keyHash}`),
    insert: (userId, keyHash, response) => void responses.set(`${userId} ${keyHash}`, response),
  };
}

const noFeatures = { breakingNews: false, radio: false, management: false };

const userWith = (overrides: Partial<UserActor> = {}, status: 'approved' | 'pending' | 'blocked' = 'approved') => ({
  status,
  actor: {
    kind: 'user',
    userId: 7,
    username: 'Ana',
    email: 'ana@clinica.test',
    role: 'user',
    userType: 'common',
    features: { breakingNews: true, radio: true, management: true },
    member: undefined,
    token: undefined,
    capabilities: capabilitiesOfRole.owner,
    sessionHash: 'hash',
    ...overrides,
  } as UserActor,
});
const users: Record<string, ReturnType<typeof userWith>> = {
  user: userWith(),
  other: userWith({ userId: 8 }),
  plain: userWith({ features: noFeatures }),
  gestor: userWith({ userId: 2, role: 'admin', userType: 'gestor', features: noFeatures }),
  admin: userWith({ userId: 1, role: 'admin', userType: 'admin' }),
  pending: userWith({}, 'pending'),
  blocked: userWith({}, 'blocked'),
};
const players: Record<string, PlayerActor | 'expired' | 'blocked'> = {
  'tv-1': { kind: 'player', playerId: 1, userId: 7 },
  'tv-2': { kind: 'player', playerId: 2, userId: 8 },
  'tv-old': 'expired',
  'tv-blocked': 'blocked',
};

/** Identifies the sessions and tokens of `users` and `players`. */
export const testIdentify: HttpParts<unknown>['identify'] = {
  user: (token) => users[token],
  player: (token) => players[token],
};

export interface RawConnection {
  socket: Socket;
  /** Everything received, as latin1. */
  readonly text: string;
  send(data: string | Buffer): void;
  /** Resolves with the received text when it matches or the connection closes. Rejects after 60 s, enough for a busy machine. */
  until(matches: RegExp): Promise<string>;
  /** Resolves with everything received once the connection is closed. Rejects after 60 s, enough for a busy machine. */
  closed(): Promise<string>;
}

/** Opens a TCP connection to the server; `from`: local address to connect from. */
export async function openRaw(port: number, from = '127.0.0.1'): Promise<RawConnection> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let text = '';
  let isClosed = false;
  const listeners = new Set<() => void>();
  const wake = () => {
    for (const listener of [...listeners]) listener();
  };
  socket.setNoDelay(true);
  socket.on('data', (data) => {
    text += data.toString('latin1');
    wake();
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    isClosed = true;
    wake();
  });
  const when = (isMet: () => boolean, description: string) =>
    new Promise<string>((resolve, reject) => {
      const check = () => {
        if (!isMet()) return;
        listeners.delete(check);
        clearTimeout(timeout);
        resolve(text);
      };
      const timeout = setTimeout(
        () => reject(new Error(`No ${description} within 60 s; received ${JSON.stringify(text.slice(0, 500))}`)),
        60_000,
      );
      listeners.add(check);
      check();
    });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return {
    socket,
    get text() {
      return text;
    },
    send: (data) => void socket.write(data),
    until: (matches) => when(() => matches.test(text) || isClosed, String(matches)),
    closed: () => when(() => isClosed, 'close'),
  };
}

/** Sends bytes; returns what was received when `responses` heads have arrived, the server closes, or `timeoutMs` have passed. */
export async function rawExchange(
  port: number,
  data: string | Buffer,
  responses = 1,
  timeoutMs?: number,
): Promise<string> {
  const connection = await openRaw(port);
  connection.send(data);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => connection.socket.destroy(), timeoutMs);
  const text = await connection.until(new RegExp(`(HTTP/1\\.1 (?!100)[\\s\\S]*?\\r\\n\\r\\n[\\s\\S]*?){${responses}}`));
  clearTimeout(timer);
  connection.socket.destroy();
  return text;
}

/** Returns a clock whose monotonic time and timers run `factor` times faster than real time, for limits that are too long for a test. */
export function acceleratedClock(factor: number): Clock {
  return {
    ...systemClock,
    monotonic: () => systemClock.monotonic() * factor,
    after: (delayMs, run) => systemClock.after(delayMs / factor, run),
    every: (everyMs, run) => systemClock.every(everyMs / factor, run),
  };
}

/** Returns a promise, and the function `open` that resolves it. */
export function deferred<T = void>() {
  let open: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => (open = resolve));
  return { promise, open };
}
