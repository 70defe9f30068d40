/** Ambient radio: stations, each user's settings, the relay (contract/README 7). */
import type { Handlers } from '../../contract/api.ts';
import { throttleAddress } from '../../platform/throttle.ts';
import type { Relay } from './relay.ts';
import { createRadioService, type RadioServiceDeps } from './service.ts';

type RadioKeys =
  | 'GET /api/radio-stations'
  | 'GET /api/radio-settings'
  | 'PUT /api/radio-settings'
  | 'GET /api/radio/:id/stream'
  | 'GET /api/player/radio-stations'
  | 'GET /api/player/radio-settings'
  | 'GET /api/admin/radio-stations'
  | 'POST /api/admin/radio-stations'
  | 'GET /api/admin/radio-stations/trial'
  | 'PATCH /api/admin/radio-stations/:id'
  | 'DELETE /api/admin/radio-stations/:id';

export type RadioRoutesDeps = RadioServiceDeps & { relay: Pick<Relay, 'join'> };

export function radioRoutes(deps: RadioRoutesDeps): Handlers<RadioKeys> {
  const { relay } = deps;
  const { stations, settings } = deps.radio;
  const service = createRadioService(deps);

  return {
    'GET /api/radio-stations': () => stations.list(),

    'GET /api/radio-settings': ({ user }) => settings.of(user.userId),

    'PUT /api/radio-settings': ({ user, body }) => service.choose(user.userId, body),

    'GET /api/radio/:id/stream': ({ params, exchange }) =>
      relay.join(stations.upstreamOrThrow(params.id), throttleAddress(exchange.address)),

    'GET /api/player/radio-stations': () => stations.list(),

    'GET /api/player/radio-settings': ({ player }) => settings.forScreensOf(player.userId),

    'GET /api/admin/radio-stations': () => stations.listAll(),

    'POST /api/admin/radio-stations': ({ body }) => service.createStation(body),

    // One trial at a time for each administrator, below the ids that stations have.
    'GET /api/admin/radio-stations/trial': ({ user, query, exchange }) =>
      relay.join({ id: -user.userId, upstreamUrl: query.upstreamUrl }, throttleAddress(exchange.address)),

    'PATCH /api/admin/radio-stations/:id': ({ params, body }) => service.updateStation(params.id, body),

    'DELETE /api/admin/radio-stations/:id': ({ params }) => service.removeStation(params.id),
  };
}
