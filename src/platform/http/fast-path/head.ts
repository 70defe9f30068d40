/** Provides what the fast paths of poll and heartbeat share: the response head, and the conditions for using a fast path. */
import type { Log } from '../../log.ts';
import { securityHeaders } from '../response/headers.ts';
import type { createHttpMetrics } from '../metrics.ts';
import type { ConnectionLimiter } from '../access/connection-limiter.ts';
import { addressText, type ConnectionInfo, type RawRequest } from '../request/request.ts';
import { endAtPace, type RawResponse } from '../response/writer.ts';
import { jsonHeaders } from '../response/responses.ts';
import { createTurnLimit } from '../request/turn-limit.ts';

export type FastResponse = RawResponse & { getRemoteAddressAsText(): ArrayBuffer };
export type FastRequest = RawRequest & { getHeader(name: string): string };

/** Parts of the ordinary path that the fast paths share. */
export interface FastPathShared {
  log: Log;
  hasProxies: boolean;
  isKnownHost(host: string): boolean;
  isDraining(): boolean;
  nextRequestId(): string;
  metrics: Pick<ReturnType<typeof createHttpMetrics>, 'started' | 'ended'>;
  limiter: Pick<ConnectionLimiter, 'isBusy' | 'authenticated'>;
}

/** Number of requests per turn of the event loop that may take a fast path; one client could pipeline thousands. */
const fastPerTurn = 256;
/** Maximum number of accepted host headers that are cached: the check of a header runs a regular expression. */
const maxHosts = 64;

/** Returns all fixed headers as one, with line ends in its value, which uWebSockets.js writes unchanged: one call is cheaper. */
function fixedHeaders(isHttpsOnly: boolean): { name: string; value: string } {
  const [[name, value], ...furtherHeaders] = [...securityHeaders('data', isHttpsOnly, isHttpsOnly), ...jsonHeaders] as [
    [string, string],
    ...[string, string][],
  ];
  return {
    name,
    value: `${[value, ...furtherHeaders.map(([other, text]) => `${other}: ${text}`)].join('\r\n')}\r\nx-request-id: `,
  };
}

export function createFastHead({
  limiter,
  log,
  hasProxies,
  isKnownHost,
  isDraining,
  nextRequestId,
  metrics,
}: FastPathShared) {
  const knownHosts = new Set<string>();
  const isOverTurnLimit = createTurnLimit(fastPerTurn);
  const heads = { plain: fixedHeaders(false), httpsOnly: fixedHeaders(true) };

  function isKnownCached(host: string): boolean {
    if (knownHosts.has(host)) return true;
    if (!isKnownHost(host)) return false;
    if (knownHosts.size < maxHosts) knownHosts.add(host);
    return true;
  }

  return {
    /** True if a fast path may serve the request. A request that a proxy may have received over https needs other headers. */
    isEligible: (host: string, { isTls, isPublicSecure }: ConnectionInfo): boolean =>
      isKnownCached(host) &&
      (isTls || !isPublicSecure || !hasProxies) &&
      !isDraining() &&
      log.level !== 'debug' &&
      !isOverTurnLimit(),

    /** Records an authenticated screen's address if connections are limited: reading it takes a tenth of a response's time. */
    noteAuthenticated(raw: FastResponse): void {
      if (limiter.isBusy()) limiter.authenticated(addressText(raw.getRemoteAddressAsText()));
    },

    /** Sends a response with `json` as its body. Call it within the callback of uWebSockets.js. */
    send(raw: RawResponse, { isTls, isOnlyTls }: ConnectionInfo, json: string | Uint8Array): void {
      metrics.started();
      const head = isTls && isOnlyTls ? heads.httpsOnly : heads.plain;
      raw.writeHeader(head.name, head.value + nextRequestId());
      // uWebSockets.js requires a handler for a client that disconnects before the response is complete.
      if (!endAtPace(raw, json, () => {})) raw.onAborted(() => {});
      // Report 0 ms: a response takes microseconds, and measuring its time would add a tenth.
      metrics.ended('2xx', 0);
    },

    /** Counts a request whose client disconnected before its body was complete. */
    countAborted(): void {
      metrics.started();
      metrics.ended('left', 0);
    },
  };
}

export type FastHead = ReturnType<typeof createFastHead>;
