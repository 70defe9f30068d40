/** The house about itself: is it well, and what does it promise. */
import type { Handlers } from '../../contract/api.ts';
import { AppError } from '../../contract/errors.ts';
import { type OpenApiDocument, openApi } from '../../contract/openapi.ts';
import type { Clock } from '../../platform/clock.ts';
import { docsPage } from './docs.ts';
import { docsStyle } from './docs-style.ts';

type MaintenanceKeys = 'GET /healthz' | 'GET /readyz' | 'GET /api/openapi.json' | 'GET /api/docs' | 'GET /api/docs.css';

/** What the server finds when it looks at itself; quick, for it is asked often. */
export interface Checks {
  /** It can serve: the database answers and it is not stopping. */
  isReady: boolean;
  ffmpeg: boolean;
  /** Sentences for people; empty when all is well. */
  problems: string[];
}

export interface MaintenanceRoutesDeps {
  checks(): Checks | Promise<Checks>;
  version: string;
  clock: Clock;
}

/** Call it at the start: the uptime counts from here. */
export function maintenanceRoutes({ checks, version, clock }: MaintenanceRoutesDeps): Handlers<MaintenanceKeys> {
  const startedAt = clock.monotonic();
  let document: OpenApiDocument | undefined;
  let page: string | undefined;
  const contract = () => (document ??= openApi(version));

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

    'GET /api/openapi.json': () => ({ ...contract() }),

    'GET /api/docs': () => (page ??= docsPage(contract(), '/api/docs.css')),

    'GET /api/docs.css': ({ exchange }) => {
      exchange.setHeader('content-type', 'text/css; charset=utf-8');
      exchange.setHeader('cache-control', 'max-age=3600');
      return docsStyle;
    },
  };
}
