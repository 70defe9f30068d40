/**
 * The fast path: a GET whose answer lies ready goes out in the callback in which it came, without copies of its headers,
 * an exchange or a promise. It is for what every screen asks for every 3 s. What is not as plain as that (no answer ready,
 * a body, an unknown host, a proxy's https, a stop under way, a log of every request) goes the way of all requests.
 * A header that comes twice is not looked for: of the few that are read here the first one counts, and none decides about more
 * than this answer. Who may have an answer, and until when it is true, is decided by who keeps them ready.
 */
import type { Log } from '../log.ts';
import { securityHeaders } from './headers.ts';
import type { createHttpMetrics } from './metrics.ts';
import type { ConnectionFacts, RawRequest } from './request.ts';
import type { RawResponse } from './response-writer.ts';
import { jsonHeaders } from './responses.ts';

export interface QuickAnswers {
  readonly path: string;
  /** Bytes of JSON for who sends this Authorization header with this query, good until the next call; undefined: not ready, or not for them. */
  find(authorization: string, query: string): Uint8Array | undefined;
}

export interface QuickAnswersParts {
  quick?: QuickAnswers;
  log: Log;
  options: { trustProxy: readonly string[] };
}

/** The ordinary way's, which it shares. */
interface Shared {
  isKnownHost(host: string): boolean;
  isDraining(): boolean;
  nextRequestId(): string;
  metrics: Pick<ReturnType<typeof createHttpMetrics>, 'started' | 'ended'>;
}

type QuickRequest = RawRequest & { getHeader(name: string): string };

/** Host headers found good: few are in use, and each costs an expression to read. */
const maxHosts = 64;

/** All fixed headers of an answer as one: uWebSockets.js writes a value as it is, and each call into it costs as much as them all. */
function fixedHeaders(isOnlySecure: boolean): { name: string; value: string } {
  const [[name, value], ...others] = [...securityHeaders('data', isOnlySecure, isOnlySecure), ...jsonHeaders] as [
    [string, string],
    ...[string, string][],
  ];
  return {
    name,
    value: `${[value, ...others.map(([other, text]) => `${other}: ${text}`)].join('\r\n')}\r\nx-request-id: `,
  };
}

export function createQuickAnswers({ quick, log, options }: QuickAnswersParts, shared: Shared) {
  const { metrics } = shared;
  const hasProxies = options.trustProxy.length > 0;
  const hosts = new Set<string>();
  const heads = { plain: fixedHeaders(false), onlySecure: fixedHeaders(true) };

  function isKnownHost(host: string): boolean {
    if (hosts.has(host)) return true;
    if (!shared.isKnownHost(host)) return false;
    if (hosts.size < maxHosts) hosts.add(host);
    return true;
  }

  function isPlain(request: QuickRequest, { isTls, isPublicSecure }: ConnectionFacts): boolean {
    return (
      request.getHeader('content-length') === '' &&
      request.getHeader('transfer-encoding') === '' &&
      isKnownHost(request.getHeader('host')) &&
      (isTls || !isPublicSecure || !hasProxies) &&
      !shared.isDraining() &&
      log.level !== 'debug'
    );
  }

  /** False: nothing was done, and the request must be served otherwise. */
  function answer(raw: RawResponse, request: QuickRequest, connection: ConnectionFacts): boolean {
    if (!isPlain(request, connection)) return false;
    const body = quick?.find(request.getHeader('authorization'), request.getQuery() ?? '');
    if (body === undefined) return false;
    metrics.started();
    const head = connection.isTls && connection.isOnlyTls ? heads.onlySecure : heads.plain;
    raw.writeHeader(head.name, head.value + shared.nextRequestId());
    raw.end(body);
    // It took microseconds; to measure them takes a tenth of them.
    metrics.ended('2xx', 0);
    return true;
  }

  return {
    /** `serve` is the ordinary way. */
    attach<Raw extends RawResponse, Request extends QuickRequest>(
      app: { get(path: string, run: (raw: Raw, request: Request) => void): unknown },
      connection: () => ConnectionFacts,
      serve: (raw: Raw, request: Request) => void,
    ): void {
      if (!quick) return;
      app.get(quick.path, (raw, request) => {
        let isAnswered = false;
        try {
          isAnswered = answer(raw, request, connection());
        } catch (error) {
          log.error('quick answer failed', { error });
        }
        if (!isAnswered) serve(raw, request);
      });
    },
  };
}
