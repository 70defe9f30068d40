/** Serves requests: gives each an id, counts it in the metrics, and logs it. */
import type { Clock } from '../../clock.ts';
import type { ConnectionLimiter } from '../access/connection-limiter.ts';
import { createTokenBuckets } from '../access/token-bucket.ts';
import { createSampledLog, type Log } from '../../log.ts';
import { generateCode } from '../../random.ts';
import type { createDispatch } from './dispatch.ts';
import type { createHttpMetrics } from '../metrics.ts';
import type { ParsedRequest } from './request.ts';
import { createTurnLimit } from './turn-limit.ts';
import { type RawResponse, ResponseWriter } from '../response/writer.ts';

/**
 * Limits of responses without a body for an address, which the screens of a clinic may share. Each further such response closes
 * its connection, because the server cannot observe whether the client reads the response.
 */
const bodilessPerAddress = {
  unauthenticated: { burst: 100, perSecond: 0.25 },
  authenticated: { burst: 1_000, perSecond: 20 },
};
/** Number of requests per turn of the event loop that get their response at once. */
const atOncePerTurn = 16;

export interface ServingParts {
  dispatch: ReturnType<typeof createDispatch>;
  metrics: ReturnType<typeof createHttpMetrics>;
  clock: Clock;
  limiter: Pick<ConnectionLimiter, 'mayKeepAlive'>;
  log: Log;
  /** Shortens a path for the log. */
  loggedPath(path: string): string;
}

export function createServing({ dispatch, metrics, clock, limiter, log, loggedPath }: ServingParts) {
  const sampled = createSampledLog(log, clock);
  const openResponses = new Set<ResponseWriter>();
  const whenIdle = new Set<() => void>();
  const bodiless = createTokenBuckets(clock, bodilessPerAddress.unauthenticated);
  const authenticatedBodiless = createTokenBuckets(clock, bodilessPerAddress.authenticated);
  const isOverTurnLimit = createTurnLimit(atOncePerTurn);
  const runId = generateCode(6);
  let requests = 0;
  const nextRequestId = () => `${runId}-${(requests += 1).toString(36)}`;

  /** Serves one request. Never throws, because uWebSockets.js calls it. Reads the request before it returns, or not at all. */
  function serve(raw: RawResponse, read: () => ParsedRequest): void {
    const requestId = nextRequestId();
    const startedAt = clock.monotonic();
    let request: ParsedRequest | undefined;
    metrics.started();
    const response = new ResponseWriter(raw, {
      onEnd(outcome) {
        openResponses.delete(response);
        const durationMs = clock.monotonic() - startedAt;
        metrics.ended(outcome === 'disconnected' ? 'left' : `${Math.floor(response.status / 100)}xx`, durationMs);
        if (request) logAccess(request, response, outcome, durationMs, requestId);
        if (openResponses.size === 0) for (const run of whenIdle) run();
      },
      onError(error) {
        log.error('response failed', { requestId, error });
        response.abort();
      },
      mayKeepAlive(hasBody, isAuthenticated) {
        if (!request) return true;
        if (!isAuthenticated && !limiter.mayKeepAlive(request.peerAddress)) return false;
        return hasBody || (isAuthenticated ? authenticatedBodiless : bodiless).spend(request.address);
      },
    });
    response.isDeferred = isOverTurnLimit();
    openResponses.add(response);
    response.guard(() => {
      request = read();
      dispatch(request, response, requestId);
    });
  }

  function logAccess(
    request: ParsedRequest,
    response: ResponseWriter,
    outcome: string,
    durationMs: number,
    requestId: string,
  ): void {
    const isRoutine = response.status < 400;
    if (isRoutine && log.level !== 'debug') return;
    (isRoutine ? log.debug : sampled.info)('request', {
      requestId,
      method: request.method,
      path: loggedPath(request.path),
      ...(isRoutine ? {} : { address: request.address }),
      status: response.status,
      ms: Math.round(durationMs * 10) / 10,
      ...(outcome === 'disconnected' ? { left: true } : {}),
    });
  }

  return {
    serve,
    nextRequestId,
    /** Waits at most `ms` until all requests have ended; false when some are still open. */
    idle(ms: number): Promise<boolean> {
      if (openResponses.size === 0) return Promise.resolve(true);
      return new Promise((resolve) => {
        const finish = () => {
          timer.cancel();
          whenIdle.delete(finish);
          resolve(openResponses.size === 0);
        };
        const timer = clock.after(ms, finish);
        whenIdle.add(finish);
      });
    },
  };
}
