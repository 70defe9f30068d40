/**
 * The fast path of a GET that every screen sends every 3 s: a cached response goes out in the callback in which the request
 * came, without copies of headers, an exchange or a promise. Anything else (nothing cached, a body, an unknown host, a proxy's
 * https, a stop, a log of every request) goes the ordinary way. Of a header that comes twice the first counts.
 */
import type { Log } from '../../log.ts';
import type { FastHead, FastRequest } from './head.ts';
import type { ConnectionFacts } from '../request/request.ts';
import type { RawResponse } from '../response/writer.ts';

export interface PollCache {
  readonly path: string;
  /** Bytes of JSON for who sends this Authorization header with this query, good until the next call; undefined: not ready, or not for them. */
  find(authorization: string, query: string): Uint8Array | undefined;
}

export interface PollCacheParts {
  fastPath?: PollCache;
  log: Log;
}

export function createPollCache({ fastPath, log }: PollCacheParts, head: FastHead) {
  const isPlain = (request: FastRequest, connection: ConnectionFacts): boolean =>
    request.getHeader('content-length') === '' &&
    request.getHeader('transfer-encoding') === '' &&
    head.isPlain(request.getHeader('host'), connection);

  /** False: nothing was done, and the request must be served otherwise. */
  function response(raw: RawResponse, request: FastRequest, connection: ConnectionFacts): boolean {
    if (!isPlain(request, connection)) return false;
    const body = fastPath?.find(request.getHeader('authorization'), request.getQuery() ?? '');
    if (body === undefined) return false;
    head.response(raw, connection, body);
    return true;
  }

  return {
    /** `serve` is the ordinary way. */
    attach<Raw extends RawResponse, Request extends FastRequest>(
      app: { get(path: string, run: (raw: Raw, request: Request) => void): unknown },
      connection: () => ConnectionFacts,
      serve: (raw: Raw, request: Request) => void,
    ): void {
      if (!fastPath) return;
      app.get(fastPath.path, (raw, request) => {
        let isAnswered = false;
        try {
          isAnswered = response(raw, request, connection());
        } catch (error) {
          log.error('quick answer failed', { error });
        }
        if (!isAnswered) serve(raw, request);
      });
    },
  };
}
