/** Ambient radio: stations, each user's settings, the relay (document 2, sections 2, 5 and 7). */
import type { Handlers } from '../../contract/api.ts';
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import { throttleAddress } from '../../platform/throttle.ts';
import type { Relay } from './relay.ts';
import type { RadioStore } from './store.ts';

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

export interface RadioRoutesDeps {
  radio: RadioStore;
  relay: Pick<Relay, 'join' | 'drop'>;
  publish: Publish;
  database: Database;
}

export function radioRoutes({ radio, relay, publish, database }: RadioRoutesDeps): Handlers<RadioKeys> {
  /** The list is everyone's: studios and screens read it and their settings again. */
  function announceStations(): void {
    publish('managers', { type: 'adminChanged', what: 'settings' });
    publish('studios', { type: 'radioSettingsUpdated' });
    publish('screens', { type: 'radioSettingsUpdated' });
  }

  return {
    'GET /api/radio-stations': () => radio.stations(),

    'GET /api/radio-settings': ({ user }) => radio.settings(user.userId),

    'PUT /api/radio-settings': ({ user, body }) =>
      database.tx(() => {
        const saved = radio.saveSettings(user.userId, body);
        publish(`screens:${user.userId}`, { type: 'radioSettingsUpdated' });
        publish(`user:${user.userId}`, { type: 'radioSettingsUpdated' });
        return saved;
      }),

    'GET /api/radio/:id/stream': ({ params, exchange }) =>
      relay.join(radio.upstreamOrThrow(params.id), throttleAddress(exchange.address)),

    'GET /api/player/radio-stations': () => radio.stations(),

    'GET /api/player/radio-settings': ({ player }) => radio.playerSettings(player.userId),

    'GET /api/admin/radio-stations': () => radio.adminStations(),

    'POST /api/admin/radio-stations': ({ body }) =>
      database.tx(() => {
        const created = radio.create(body);
        announceStations();
        return created;
      }),

    // One trial at a time for each administrator, below the ids that stations have.
    'GET /api/admin/radio-stations/trial': ({ user, query, exchange }) =>
      relay.join({ id: -user.userId, upstreamUrl: query.upstreamUrl }, throttleAddress(exchange.address)),

    'PATCH /api/admin/radio-stations/:id': ({ params, body }) =>
      database.tx(() => {
        const before = radio.findOrThrow(params.id);
        const after = radio.update(params.id, body);
        if (!after.isActive || after.upstreamUrl !== before.upstreamUrl)
          database.afterCommit(() => relay.drop(params.id));
        announceStations();
        return after;
      }),

    'DELETE /api/admin/radio-stations/:id': ({ params }) =>
      database.tx(() => {
        radio.remove(params.id);
        database.afterCommit(() => relay.drop(params.id));
        announceStations();
      }),
  };
}
