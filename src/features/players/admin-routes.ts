/** Routes of the administrators' list of screens ("Gerenciar Telas", contract/README 2.7). */
import type { Handlers } from '../../contract/api/index.ts';
import { yieldBetween } from '../../platform/clock.ts';
import type { ScreenService } from './service.ts';
import type { PlayerStore } from './store.ts';
import type { ScreenViews } from './views.ts';

export interface AdminPlayerRoutesDeps {
  players: PlayerStore;
  service: ScreenService;
  views: ScreenViews;
}

export function adminPlayerRoutes({ players, service, views }: AdminPlayerRoutesDeps) {
  const view = (id: number) => views.forAdministrator(players.findOrThrow(id));

  return {
    'GET /api/admin/players': ({ query }) => yieldBetween(views.listForManagers(query)),
    'GET /api/admin/players/count': ({ query }) => yieldBetween(views.countForManagers(query)),
    'GET /api/admin/players/by-account': () => yieldBetween(views.countByAccount()),

    'POST /api/admin/users/:userId/players/batch': ({ params, body, by }) =>
      service.create(params.userId, body.quantity, by).map(views.forAdministrator),

    'POST /api/admin/players/:id/assign-playlist': ({ params, body, by }) => {
      service.assign(players.findOrThrow(params.id), body, by);
      return view(params.id);
    },

    'DELETE /api/admin/players/:id/assign-playlist': ({ params, by }) =>
      service.unassign(players.findOrThrow(params.id), by),

    'POST /api/admin/players/:id/disconnect': ({ params, by }) => {
      service.disconnect(players.findOrThrow(params.id), by);
      return view(params.id);
    },

    'POST /api/admin/players/:id/reset': ({ params, by }) => {
      service.reset(players.findOrThrow(params.id), by);
      return view(params.id);
    },

    'POST /api/admin/players/:id/restart': ({ params, by }) => service.restart(players.findOrThrow(params.id), by),
    'POST /api/admin/players/:id/identify': ({ params }) => service.identify(players.findOrThrow(params.id)),

    'PATCH /api/admin/players/:id': ({ params, body, by }) => {
      service.update(players.findOrThrow(params.id), body, by);
      return view(params.id);
    },

    'DELETE /api/admin/players/:id': ({ params, by }) => service.remove(players.findOrThrow(params.id), by),
  } satisfies Partial<Handlers>;
}
