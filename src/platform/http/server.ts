/** Serves HTTP with uWebSockets.js. Errors of handlers do not end the server. */
import { createRequire } from 'node:module';
import type * as uws from 'uWebSockets.js';
import type { Endpoint, Handler } from '../../contract/endpoint.ts';
import type { Identify } from './access/access.ts';
import { type Clock, systemClock } from '../clock.ts';
import { createDispatch } from './request/dispatch.ts';
import { createConnectionLimiter, type ConnectionLimiter } from './access/connection-limiter.ts';
import { createHttpMetrics, type HttpMetrics } from './metrics.ts';
import type { IdempotencyKeys } from './request/idempotency.ts';
import { setPortugueseMessages } from './request/json.ts';
import { createSampledLog, type Log, type SampledLog } from '../log.ts';
import { createHostRule } from './access/origins.ts';
import { createProxyRule } from './access/proxies.ts';
import { createPollCache, type PollEndpoint, type PollCacheOptions } from './fast-path/poll-cache.ts';
import { createFastHead, type FastPathShared } from './fast-path/head.ts';
import { createHeartbeatWrites, type HeartbeatEndpoint, type HeartbeatOptions } from './fast-path/heartbeat-writes.ts';
import { addressText, type ConnectionInfo, type RawRequest, readRequest } from './request/request.ts';
import type { AnyHandler } from './request/routing.ts';
import { createOpenFiles } from './response/open-files.ts';
import { createByteSender, stallTimings } from './response/send-bytes.ts';
import { createStreamSender } from './response/send-stream.ts';
import { createLoggedPath } from './request/logged-path.ts';
import { createServing } from './request/serving.ts';
import type { Sockets } from './sockets/sockets.ts';
import type { StaticFiles } from './response/static.ts';

export class UnsupportedRuntimeError extends Error {}

/** Thrown when the port is taken, or the address does not belong to this machine. */
export class CannotListenError extends Error {}

/** Ciphers of TLS 1.2 with forward secrecy and authenticated encryption. Every browser since 2014 supports one of them. */
const tlsCiphers = 'ECDHE+AESGCM:ECDHE+CHACHA20';

export interface HttpOptions {
  allowedHosts: readonly string[];
  publicUrl?: string;
  /** Addresses and networks of our own proxies. */
  trustProxy: readonly string[];
  /** Maximum number of connections. */
  connections?: number;
  /** True in tests: replies are validated against the contract. */
  validateReplies: boolean;
  /** Paths of PEM files. */
  tls?: { cert: string; key: string };
}

export interface HttpParts<Table> {
  /** The contract's table. */
  endpoints: Table;
  handlers: { [Key in keyof Table & string]: Handler<Key, Table[Key]> };
  identify: Identify;
  static?: StaticFiles;
  sockets?: Sockets;
  /** The poll's endpoint on the fast path. */
  pollEndpoint?: PollEndpoint;
  /** The heartbeat's endpoint on the fast path. */
  heartbeatEndpoint?: HeartbeatEndpoint;
  idempotencyKeys: IdempotencyKeys;
  log: Log;
  options: HttpOptions;
  /** Clock of all deadlines and rate limits here: by default the system's, also in tests whose application has a ManualClock. */
  wireClock?: Clock;
  timings?: Partial<typeof defaultTimings>;
}

export interface Http {
  /** Listens, with TLS by default if it is configured. Resolves with the port; 0 takes a free one. Throws CannotListenError. */
  listen(host: string, port: number, kind?: { isTls?: boolean }): Promise<{ port: number }>;
  /** Serves new TLS connections with the certificate now in the files; open ones continue. If it rejects, call it again. */
  renewTls(): Promise<void>;
  /** Stops accepting connections; open ones continue. */
  stopListening(): void;
  /** Ends streams, and waits at most `ms` for other responses; false when some were still open. */
  drain(ms: number): Promise<boolean>;
  /** Cuts all connections. */
  close(): void;
  readonly metrics: HttpMetrics;
}

/** Maximum number of connections by default. */
const defaultConnections = 10_000;

const defaultTimings = { handlerMs: 60_000, ...stallTimings };

/** Loads uWebSockets.js. Throws UnsupportedRuntimeError when it has no build for this Node or C library. */
function loadLibrary(): typeof uws {
  try {
    const library = createRequire(import.meta.url)('uWebSockets.js') as typeof uws;
    // Turns off the header that advertises uWebSockets.js in every response.
    (library as unknown as { _cfg(key: string): void })._cfg('silent');
    return library;
  } catch (cause) {
    throw new UnsupportedRuntimeError(
      `This machine cannot run the web server: Node ${process.versions.node} on ${process.platform} ${process.arch}. Use Node 20 (glibc 2.27 or newer), or Node 22, 24 or 25 (glibc 2.38 or newer: Debian 13, Ubuntu 24.04).`,
      { cause },
    );
  }
}

/** Creates the server. Throws UnsupportedRuntimeError when uWebSockets.js does not run on this machine. */
export function createHttp<Table extends Readonly<Record<string, Endpoint>>>(parts: HttpParts<Table>): Http {
  const library = loadLibrary();
  setPortugueseMessages();
  const { options, wireClock: clock = systemClock } = parts;
  const timings = { ...defaultTimings, ...parts.timings };
  const isKnownHost = createHostRule(options);
  const isProxy = createProxyRule(options.trustProxy);
  const byteSender = createByteSender(clock, timings);
  const openFiles = createOpenFiles(clock);
  const streamSender = createStreamSender();
  const publicOrigin = options.publicUrl === undefined ? undefined : new URL(options.publicUrl).origin;
  const metrics = createHttpMetrics();
  const limiter = createConnectionLimiter({ clock, max: options.connections ?? defaultConnections, isProxy });
  let isDraining = false;
  const loggedPath = createLoggedPath(Object.keys(parts.endpoints));
  const dispatch = createDispatch({
    ...parts,
    loggedPath,
    handlers: parts.handlers as unknown as Readonly<Record<string, AnyHandler>>,
    isKnownHost,
    publicOrigin,
    openFile: openFiles.open,
    sendBytes: byteSender.sendBytes,
    sendStream: streamSender.sendStream,
    clock,
    validateReplies: options.validateReplies,
    handlerMs: timings.handlerMs,
    isDraining: () => isDraining,
    limiter,
  });
  const serving = createServing({ dispatch, metrics, clock, limiter, log: parts.log, loggedPath });

  const { log } = parts;
  const { nextRequestId } = serving;
  const hasProxies = options.trustProxy.length > 0;
  const fastPath = createFastPaths(
    { ...parts, publicOrigin },
    { ...{ limiter, log, hasProxies, isKnownHost, nextRequestId, metrics }, isDraining: () => isDraining },
  );
  const sampled = createSampledLog(log, clock);
  const isPublicSecure = options.publicUrl?.startsWith('https:') === true;
  const connectionInfoOf = (isTls: boolean) => ({ isTls, isProxy, isOnlyTls: !apps.has(false), isPublicSecure });

  function createApp(isTls: boolean): uws.TemplatedApp {
    const { tls } = options;
    const app =
      isTls && tls
        ? library.SSLApp({ cert_file_name: tls.cert, key_file_name: tls.key, ssl_ciphers: tlsCiphers })
        : library.App();
    const connection = () => connectionInfoOf(isTls);
    parts.sockets?.attach(app, { isKnownHost, connection, publicOrigin, closed: limiter.closed });
    watchConnections(app, limiter, sampled);
    const serve = (raw: uws.HttpResponse, request: RawRequest, body?: Uint8Array) =>
      serving.serve(raw, () => readRequest(request, raw.getRemoteAddressAsText(), connection(), body));
    fastPath.attach(app, connection, serve);
    return app.any('/*', serve);
  }

  /** The apps for http and https, by `isTls`. */
  const apps = new Map<boolean, uws.TemplatedApp>();
  /** Apps with a previous certificate; their connections continue until their clients close them. */
  const retired: uws.TemplatedApp[] = [];
  const listening = new Map<uws.us_listen_socket, { isTls: boolean }>();
  /** Addresses on which https should listen, also after a renewal that failed to listen again. */
  const tlsAddresses = new Map<string, { host: string; port: number }>();

  function stopListening(matches: (kind: { isTls: boolean }) => boolean = () => true): void {
    for (const [socket, kind] of [...listening]) {
      if (!matches(kind)) continue;
      library.us_listen_socket_close(socket);
      listening.delete(socket);
    }
  }

  async function listen(host: string, port: number, isTls: boolean): Promise<{ port: number }> {
    const app = apps.get(isTls) ?? createApp(isTls);
    apps.set(isTls, app);
    const socket = await listenExclusively(app, host, port);
    const bound = library.us_socket_local_port(socket as unknown as uws.us_socket);
    listening.set(socket, { isTls });
    if (isTls) tlsAddresses.set(`${host} ${bound}`, { host, port: bound });
    return { port: bound };
  }

  return {
    metrics: metrics.state,
    listen: (host, port, { isTls = options.tls !== undefined } = {}) => listen(host, port, isTls),
    async renewTls() {
      // Create the app before closing anything: if it refuses the files, the old certificate stays in use.
      const renewed = createApp(true);
      stopListening(({ isTls }) => isTls);
      const old = apps.get(true);
      if (old) retired.push(old);
      apps.set(true, renewed);
      for (const { host, port } of [...tlsAddresses.values()]) await listen(host, port, true);
    },
    stopListening: () => stopListening(),
    drain(ms) {
      isDraining = true;
      streamSender.endStreams();
      return serving.idle(ms);
    },
    close() {
      stopListening();
      byteSender.close();
      openFiles.close();
      for (const app of [...apps.values(), ...retired]) app.close();
    },
  };
}

/** Listens exclusively: otherwise a second server could silently share the port. Rejects with CannotListenError. */
function listenExclusively(app: uws.TemplatedApp, host: string, port: number): Promise<uws.us_listen_socket> {
  const begin = app.listen as unknown as (
    host: string,
    port: number,
    options: number,
    done: (socket: uws.us_listen_socket | false) => void,
  ) => void;
  return new Promise((resolve, reject) => {
    begin.call(app, host, port, 1, (socket) => {
      if (socket) return resolve(socket);
      reject(
        new CannotListenError(
          `cannot listen on ${host}:${port}: the port is taken, or this address is not this machine's.`,
        ),
      );
    });
  });
}

/** Creates the fast paths, which are tried before the router. */
function createFastPaths(parts: PollCacheOptions & HeartbeatOptions, shared: FastPathShared) {
  const head = createFastHead(shared);
  const polls = createPollCache(parts, head);
  const heartbeats = createHeartbeatWrites(parts, head);
  return {
    attach(
      app: uws.TemplatedApp,
      connection: () => ConnectionInfo,
      serve: (raw: uws.HttpResponse, request: RawRequest, body?: Uint8Array) => void,
    ): void {
      polls.attach(app, connection, serve);
      heartbeats.attach(app, connection, serve);
    },
  };
}

/** Counts opened and closed connections. Cuts a new one, without a response, if too many are open in all or from its address. */
function watchConnections(app: uws.TemplatedApp, limiter: ConnectionLimiter, log: SampledLog): void {
  app.filter((raw, count) => {
    if (Number(count) < 0) return limiter.closed();
    const address = addressText(raw.getRemoteAddressAsText());
    if (limiter.opened(address)) return;
    log.warn('connection cut', { address, open: limiter.count() });
    raw.close();
  });
}
