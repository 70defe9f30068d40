/** The administrators' screens ("Gerenciar Telas", contract/README 2.7). */
import type { Handlers } from '../../contract/api.ts';
import type { ScreenActions } from './service.ts';
import type { PlayerStore } from './store.ts';
import type { ScreenViews } from './views.ts';

export type AdminPlayerKeys =
  | 'GET /api/admin/players'
  | 'POST /api/admin/users/:userId/players/batch'
  | 'POST /api/admin/players/:id/assign-playlist'
  | 'DELETE /api/admin/players/:id/assign-playlist'
  | 'POST /api/admin/players/:id/disconnect'
  | 'POST /api/admin/players/:id/reset'
  | 'PATCH /api/admin/players/:id'
  | 'DELETE /api/admin/players/:id';

export interface AdminPlayerRoutesDeps {
  players: PlayerStore;
  actions: ScreenActions;
  views: ScreenViews;
}

export function adminPlayerRoutes({ players, actions, views }: AdminPlayerRoutesDeps): Handlers<AdminPlayerKeys> {
  const view = (id: number) => views.forAdministrator(players.findOrThrow(id));

  return {
    'GET /api/admin/players': () => views.listForAdministrator(players.list()),

    'POST /api/admin/users/:userId/players/batch': ({ params, body }) =>
      actions.create(params.userId, body.quantity).map(views.forAdministrator),

    'POST /api/admin/players/:id/assign-playlist': ({ params, body }) => {
      actions.assign(players.findOrThrow(params.id), body);
      return view(params.id);
    },

    'DELETE /api/admin/players/:id/assign-playlist': ({ params }) => actions.unassign(players.findOrThrow(params.id)),

    'POST /api/admin/players/:id/disconnect': ({ params }) => {
      actions.disconnect(players.findOrThrow(params.id));
      return view(params.id);
    },

    'POST /api/admin/players/:id/reset': ({ params }) => {
      actions.reset(players.findOrThrow(params.id));
      return view(params.id);
    },

    'PATCH /api/admin/players/:id': ({ params, body }) => {
      actions.update(players.findOrThrow(params.id), body);
      return view(params.id);
    },

    'DELETE /api/admin/players/:id': ({ params }) => actions.remove(players.findOrThrow(params.id)),
  };
}
