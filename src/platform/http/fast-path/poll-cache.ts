/**
 * Serves the poll (a GET that every screen sends every 3 s) on a fast path: sends a cached response in the callback that delivers the
 * request, without copied headers, an exchange or a promise. The ordinary path serves requests that are not cached, have a body, or come
 * from an unknown host or over https through a proxy. It serves all requests while the server stops, while requests are logged, and
 * after 256 requests in one turn of the event loop. Of repeated headers only the first is used.
 */
import type { Log } from '../../log.ts';
import type { FastHead, FastRequest, FastResponse } from './head.ts';
import type { ConnectionInfo } from '../request/request.ts';

export interface PollEndpoint {
  readonly path: string;
  /** Returns the cached JSON for this Authorization header and query, valid until the next call; undefined if none is cached. */
  find(authorization: string, query: string): Uint8Array | undefined;
}

export interface PollCacheOptions {
  pollEndpoint?: PollEndpoint;
  log: Log;
}

export function createPollCache({ pollEndpoint, log }: PollCacheOptions, head: FastHead) {
  const isEligible = (request: FastRequest, connection: ConnectionInfo): boolean =>
    request.getHeader('content-length') === '' &&
    request.getHeader('transfer-encoding') === '' &&
    head.isEligible(request.getHeader('host'), connection);

  /** Sends the cached response; false: nothing was sent, and the request must be served on the ordinary path. */
  function trySend(raw: FastResponse, request: FastRequest, connection: ConnectionInfo): boolean {
    if (!isEligible(request, connection)) return false;
    const body = pollEndpoint?.find(request.getHeader('authorization'), request.getQuery() ?? '');
    if (body === undefined) return false;
    head.noteAuthenticated(raw);
    head.send(raw, connection, body);
    return true;
  }

  return {
    /** Adds the path to an app. `serve` serves a request on the ordinary path. */
    attach<Raw extends FastResponse, Request extends FastRequest>(
      app: { get(path: string, run: (raw: Raw, request: Request) => void): unknown },
      connection: () => ConnectionInfo,
      serve: (raw: Raw, request: Request) => void,
    ): void {
      if (!pollEndpoint) return;
      app.get(pollEndpoint.path, (raw, request) => {
        let isSent = false;
        try {
          isSent = trySend(raw, request, connection());
        } catch (error) {
          log.error('fast path failed', { error });
        }
        if (!isSent) serve(raw, request);
      });
    },
  };
}
