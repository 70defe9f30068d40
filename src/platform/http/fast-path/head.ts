/** Shared parts of the fast paths: one head, and what keeps them off these paths. */
import type { Log } from '../../log.ts';
import { securityHeaders } from '../response/headers.ts';
import type { createHttpMetrics } from '../metrics.ts';
import type { ConnectionFacts, RawRequest } from '../request/request.ts';
import { endAtPace, type RawResponse } from '../response/writer.ts';
import { jsonHeaders } from '../response/responses.ts';

export type FastRequest = RawRequest & { getHeader(name: string): string };

/** The ordinary way's, which the fast ones share. */
export interface FastPathShared {
  log: Log;
  hasProxies: boolean;
  isKnownHost(host: string): boolean;
  isDraining(): boolean;
  nextRequestId(): string;
  metrics: Pick<ReturnType<typeof createHttpMetrics>, 'started' | 'ended'>;
}

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

export function createFastHead({ log, hasProxies, isKnownHost, isDraining, nextRequestId, metrics }: FastPathShared) {
  const hosts = new Set<string>();
  const heads = { plain: fixedHeaders(false), onlySecure: fixedHeaders(true) };

  function isKnown(host: string): boolean {
    if (hosts.has(host)) return true;
    if (!isKnownHost(host)) return false;
    if (hosts.size < maxHosts) hosts.add(host);
    return true;
  }

  return {
    /** A known host, no proxy's https, no stop under way, no log of every request. */
    isPlain: (host: string, { isTls, isPublicSecure }: ConnectionFacts): boolean =>
      isKnown(host) && (isTls || !isPublicSecure || !hasProxies) && !isDraining() && log.level !== 'debug',

    /** `json`: the whole answer. Called within uWebSockets.js' own callback. */
    response(raw: RawResponse, { isTls, isOnlyTls }: ConnectionFacts, json: string | Uint8Array): void {
      metrics.started();
      const head = isTls && isOnlyTls ? heads.onlySecure : heads.plain;
      raw.writeHeader(head.name, head.value + nextRequestId());
      // An answer under way needs somebody who is notified of its client's leave.
      if (!endAtPace(raw, json, () => {})) raw.onAborted(() => {});
      // It took microseconds; to measure them takes a tenth of them.
      metrics.ended('2xx', 0);
    },

    /** The client went before it had sent all. */
    left(): void {
      metrics.started();
      metrics.ended('left', 0);
    },
  };
}

export type FastHead = ReturnType<typeof createFastHead>;
