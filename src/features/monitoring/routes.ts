/** Is the server well, and can it serve. Its numbers are in metrics.ts. */
import type { Handlers } from '../../contract/api.ts';
import { AppError } from '../../contract/errors.ts';
import type { Clock } from '../../platform/clock.ts';

type HealthKeys = 'GET /healthz' | 'GET /readyz';

/** What the server finds when it looks at itself; quick, for it is asked often. */
export interface Checks {
  /** It can serve: the database answers and it is not stopping. */
  isReady: boolean;
  ffmpeg: boolean;
  /** Sentences for people; empty when all is well. */
  problems: string[];
}

export interface HealthRoutesDeps {
  checks(): Checks | Promise<Checks>;
  version: string;
  clock: Clock;
}

/** Call it at the start: the uptime counts from here. */
export function healthRoutes({ checks, version, clock }: HealthRoutesDeps): Handlers<HealthKeys> {
  const startedAt = clock.monotonic();

  return {
    'GET /healthz': async () => {
      const { ffmpeg, problems } = await checks();
      return {
        status: problems.length === 0 ? 'ok' : 'degraded',
        version,
        uptimeS: Math.floor((clock.monotonic() - startedAt) / 1000),
        ffmpeg,
        problems,
      };
    },

    'GET /readyz': async () => {
      if (!(await checks()).isReady) throw new AppError('unavailable');
      return { message: 'Pronto.' };
    },
  };
}
