/** Routes for urgent notices (contract/README 18). */
import type { Handlers } from '../../contract/api/index.ts';
import type { UrgentService } from './service.ts';
import { createUrgentViews, type UrgentViewsDeps } from './views.ts';

export function urgentRoutes({ urgentService: service, ...deps }: { urgentService: UrgentService } & UrgentViewsDeps) {
  const views = createUrgentViews(deps);

  return {
    'GET /api/urgent': ({ user, query }) => views.page(user.userId, query.before),

    'GET /api/urgent/:id': ({ user, params }) => views.one(user.userId, params.id),

    'POST /api/urgent': ({ user, body, by }) => views.one(user.userId, service.send(user.userId, body, by)),

    'POST /api/urgent/:id/end': ({ user, params, by }) => {
      service.end(user.userId, params.id, by);
      return views.one(user.userId, params.id);
    },

    'GET /api/admin/urgent': ({ query }) => views.page(null, query.before),

    'GET /api/admin/urgent/:id': ({ params }) => views.one(null, params.id),

    'POST /api/admin/urgent': ({ body, by }) => views.one(null, service.sendAsManager(body, by)),

    'POST /api/admin/urgent/:id/end': ({ params, by }) => {
      service.end(null, params.id, by);
      return views.one(null, params.id);
    },

    'GET /api/player/urgent': ({ player }) => views.forPlayer(player.playerId),

    'POST /api/player/urgent/:id/shown': ({ player, params, body }) => service.receive(player, params.id, body),
  } satisfies Partial<Handlers>;
}
