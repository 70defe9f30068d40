/** What people do to the radio: the change, and who hears of it, in one transaction. */
import type { Author } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import type { RadioSettings } from '../../contract/radio.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { Relay } from './relay.ts';
import type { StationFields, StoredStation } from './station-store.ts';
import type { RadioStore } from './store.ts';

export interface RadioServiceDeps {
  radio: RadioStore;
  relay: Pick<Relay, 'drop'>;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

export function createRadioService({
  radio: { stations, settings },
  relay,
  audit,
  publish,
  database,
}: RadioServiceDeps) {
  /** The list is everyone's: studios and screens read it and their settings again. */
  function notifyOfStations(): void {
    publish('managers', { type: 'adminChanged', what: 'settings' });
    publish('studios', { type: 'radioSettingsUpdated' });
    publish('screens', { type: 'radioSettingsUpdated' });
  }

  return {
    /** What `patch` leaves out stays. Throws `invalid_input` for a station that cannot be chosen. */
    choose(userId: number, patch: Partial<RadioSettings>): RadioSettings {
      return database.tx(() => {
        const saved = settings.save(userId, patch);
        publish(`screens:${userId}`, { type: 'radioSettingsUpdated' });
        publish(`user:${userId}`, { type: 'radioSettingsUpdated' });
        return saved;
      });
    },

    /** Throws `conflict` for a name that is taken. */
    createStation(fields: StationFields, by: Author): StoredStation {
      return database.tx(() => {
        const created = stations.create(fields);
        audit.record(by, 'station.created', targetOf(created));
        notifyOfStations();
        return created;
      });
    },

    /** Who hears it at another address, or one that is switched off, is let go. Throws `not_found` or `conflict`. */
    updateStation(id: number, patch: Partial<StationFields>, by: Author): StoredStation {
      return database.tx(() => {
        const before = stations.findOrThrow(id);
        const after = stations.update(id, patch);
        audit.record(by, 'station.changed', targetOf(after));
        if (!after.isActive || after.upstreamUrl !== before.upstreamUrl) database.afterCommit(() => relay.drop(id));
        notifyOfStations();
        return after;
      });
    },

    /** Whoever listens to it has no station selected afterwards. Throws `not_found`. */
    removeStation(id: number, by: Author): void {
      database.tx(() => {
        audit.record(by, 'station.deleted', targetOf(stations.findOrThrow(id)));
        stations.remove(id);
        database.afterCommit(() => relay.drop(id));
        notifyOfStations();
      });
    },
  };
}

const targetOf = ({ id, name }: StoredStation) => ({ kind: 'station', id, name }) as const;
