/**
 * The fast path: a GET whose answer lies ready goes out in the callback in which it came, without copies of its headers,
 * an exchange or a promise. It is for what every screen asks for every 3 s. What is not as plain as that (no answer ready,
 * a body, an unknown host, a proxy's https, a stop under way, a log of every request) goes the way of all requests.
 * A header that comes twice is not looked for: of the few that are read here the first one counts, and none decides about more
 * than this answer. Who may have an answer, and until when it is true, is decided by who keeps them ready.
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
