/** Routes for the server's health (/healthz) and readiness (/readyz). metrics.ts has /metrics. */
import type { Handlers } from '../../contract/api/index.ts';
import { AppError } from '../../contract/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Health } from './health.ts';

type HealthKeys = 'GET /healthz' | 'GET /readyz';

interface HealthRoutesDeps {
  health(): Health | Promise<Health>;
  isReady(): boolean;
  /** True if ffmpeg was found, so that videos can be converted. */
  ffmpeg: boolean;
  version: string;
  clock: Clock;
}

/** Must be called when the server starts, because the uptime counts from this call. */
export function healthRoutes({ health, isReady, ffmpeg, version, clock }: HealthRoutesDeps): Handlers<HealthKeys> {
  const startedAt = clock.monotonic();

  return {
    'GET /healthz': async () => {
      const { isReady: canServe, problems: all, isClockSynchronized, standbyAgeMs } = await health();
      const problems = all.filter(({ isPrivate }) => !isPrivate);
      return {
        status: canServe && problems.length === 0 ? 'ok' : 'degraded',
        version,
        uptimeS: Math.floor((clock.monotonic() - startedAt) / 1000),
        ffmpeg,
        clock: isClockSynchronized === undefined ? 'unknown' : isClockSynchronized ? 'kept' : 'adrift',
        standbyAgeS: standbyAgeMs === undefined ? null : Math.round(standbyAgeMs / 1000),
        problems: problems.map(({ sentence }) => sentence),
      };
    },

    'GET /readyz': () => {
      if (!isReady()) throw new AppError('unavailable');
      return { message: 'Pronto.' };
    },
  };
}
