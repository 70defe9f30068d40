/** Routes for screens: for owners (contract/README 9.6), devices and administrators. */
import type { Handlers } from '../../contract/api/index.ts';
import { AppError } from '../../contract/errors.ts';
import { yieldBetween } from '../../platform/clock.ts';
import { createScreenService, type ScreenServiceDeps } from './service.ts';
import { adminPlayerRoutes } from './admin-routes.ts';
import { type DeviceRoutesDeps, deviceRoutes } from './device-routes.ts';
import { createDeviceCookies } from './pairing/device-cookies.ts';
import { createPairingRecovery } from './pairing/lost-pairings.ts';
import { pairingRoutes, type PairingRoutesDeps } from './pairing/routes.ts';
import type { PlayerStore, Screen } from './store.ts';
import type { ScreenViews } from './views.ts';

export type PlayerRoutesDeps = { players: PlayerStore; screenViews: ScreenViews } & ScreenServiceDeps &
  Omit<DeviceRoutesDeps, 'service' | 'deviceCookies' | 'recoverPairing'> &
  Omit<PairingRoutesDeps, 'service' | 'views' | 'deviceCookies'>;

export function playerRoutes(deps: PlayerRoutesDeps) {
  const { players, screenViews: views } = deps;
  const service = createScreenService(deps);
  const deviceCookies = createDeviceCookies(deps.settings, deps.clock);
  const recoverPairing = createPairingRecovery({ ...deps, service }, deviceCookies);

  const view = (id: number) => views.forOwner(players.findOrThrow(id));

  /** Returns the user's screen. Throws not_found; forbidden if the screen is paused or blocked (contract/README 9.6). */
  function changeableScreenOrThrow(id: number, userId: number): Screen {
    const screen = players.findOrThrow(id, userId);
    if (screen.status === 'paused' || screen.status === 'blocked')
      throw new AppError('forbidden', 'Tela pausada/bloqueada pelo administrador');
    return screen;
  }

  return {
    'GET /api/my-players': ({ user, query }) => yieldBetween(views.listFor(user, query)),

    'GET /api/my-players/count': ({ user, query }) => yieldBetween(views.countFor(user, query)),

    'POST /api/my-players/:id/assign-playlist': ({ user, params, body, by }) => {
      const screen = changeableScreenOrThrow(params.id, user.userId);
      // Only an active screen can be given a playlist (contract/README 9.6).
      if (screen.status === 'disconnected')
        throw new AppError('forbidden', 'Nenhuma TV conectada: pareie uma para escolher uma playlist');
      service.assign(screen, body, by);
      return view(params.id);
    },

    'POST /api/my-players/:id/remove-playlist': ({ user, params, by }) => {
      service.unassign(changeableScreenOrThrow(params.id, user.userId), by);
      return view(params.id);
    },

    'PATCH /api/my-players/:id/rename': ({ user, params, body, by }) => {
      service.update(players.findOrThrow(params.id, user.userId), { name: body.name }, by);
      return view(params.id);
    },

    'PUT /api/my-players/:id/call-layout': ({ user, params, body, by }) => {
      service.chooseCallLayout(players.findOrThrow(params.id, user.userId), body.callLayout, by);
      return view(params.id);
    },

    'PATCH /api/my-players/:id/settings': ({ user, params, body, by }) => {
      service.changeSettings(players.findOrThrow(params.id, user.userId), body, by);
      return view(params.id);
    },

    'POST /api/my-players/:id/identify': ({ user, params }) =>
      service.identify(players.findOrThrow(params.id, user.userId)),

    'POST /api/my-players/:id/restart': ({ user, params, by }) =>
      service.restart(players.findOrThrow(params.id, user.userId), by),

    'POST /api/my-players/:id/disconnect': ({ user, params, by }) => {
      service.disconnect(players.findOrThrow(params.id, user.userId), by);
      return view(params.id);
    },

    ...deviceRoutes({ ...deps, service, deviceCookies, recoverPairing }),
    ...pairingRoutes({ ...deps, service, views, deviceCookies }),
    ...adminPlayerRoutes({ players, service, views }),
  } satisfies Partial<Handlers>;
}
