/** Routes of ambient radio: stations, settings and the relay (contract/README 7). */
import type { Handlers } from '../../contract/api/index.ts';
import type { StreamReply } from '../../contract/endpoint.ts';
import type { AdminRadioStation } from '../../contract/radio.ts';
import { cookieNames } from '../../platform/http/request/cookies.ts';
import { networkOf } from '../../platform/throttle.ts';
import type { Relay } from './relay/relay.ts';
import { createRadioService, type RadioServiceDeps } from './service.ts';
import type { StoredStation } from './station-store.ts';

type RadioKeys =
  | 'GET /api/radio-stations'
  | 'POST /api/radio-stations/:id/check'
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

export type RadioRoutesDeps = RadioServiceDeps & {
  relay: Pick<Relay, 'join' | 'check' | 'signalOf' | 'listenersOf'>;
  /** Returns the id of the screen whose device has this cookie. */
  players: { playerIdOfCookie(deviceCookie: string | undefined): number | undefined };
};

/** Response to HEAD, without connecting the station. */
const emptyStream: StreamReply = { contentType: 'audio/mpeg', start: () => () => {} };

export function radioRoutes(deps: RadioRoutesDeps): Handlers<RadioKeys> {
  const { relay, players } = deps;
  const { stations, settings } = deps.radio;
  const service = createRadioService(deps);
  const withSignal = (station: StoredStation): AdminRadioStation => ({
    ...station,
    signal: relay.signalOf(station),
    listeners: relay.listenersOf(station.id),
  });

  return {
    'GET /api/radio-stations': () =>
      stations.listUpstreams().map(({ upstreamUrl, ...station }) => ({
        ...station,
        signal: relay.signalOf({ id: station.id, upstreamUrl }),
      })),

    'POST /api/radio-stations/:id/check': ({ params }) => relay.check(stations.upstreamOrThrow(params.id)),

    'GET /api/radio-settings': ({ user }) => settings.of(user.userId),

    'PUT /api/radio-settings': ({ user, body, by }) => service.changeSettings(user.userId, body, by),

    // An <audio> element sends cookies but no bearer token.
    'GET /api/radio/:id/stream': ({ params, user, exchange }) => {
      const station = stations.upstreamOrThrow(params.id);
      if (exchange.method === 'HEAD') return emptyStream;
      return relay.join(station, {
        address: networkOf(exchange.address),
        isAuthenticated:
          user !== undefined || players.playerIdOfCookie(exchange.cookies[cookieNames.device]) !== undefined,
      });
    },

    'GET /api/player/radio-stations': () => stations.list(),

    'GET /api/player/radio-settings': ({ player }) => {
      const chosen = settings.forScreensOf(player.userId);
      const soundtrack = deps.soundtracks.findForScreen(player.playerId);
      if (!soundtrack) return { ...chosen, soundtrack };
      return { ...chosen, selectedRadioId: null, soundtrack: soundtrack.tracks.length > 0 ? soundtrack : null };
    },

    'GET /api/admin/radio-stations': () => stations.listAll().map(withSignal),

    'POST /api/admin/radio-stations': {
      prepare: ({ body }) => service.checkNewStation(body),
      handle: ({ body, by }) => withSignal(service.createStation(body, by)),
    },

    // Ids of stations are positive; -userId gives each administrator one preview stream of their own.
    'GET /api/admin/radio-stations/trial': ({ user, query, exchange }) =>
      relay.join(
        { id: -user.userId, upstreamUrl: query.upstreamUrl },
        { address: networkOf(exchange.address), isAuthenticated: true },
      ),

    'PATCH /api/admin/radio-stations/:id': async ({ params, body, by }) =>
      withSignal(await service.updateStation(params.id, body, by)),

    'DELETE /api/admin/radio-stations/:id': ({ params, by }) => service.removeStation(params.id, by),
  };
}
