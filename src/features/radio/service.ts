/** Changes radio settings and stations. Each change and the events it publishes are one transaction. */
import type { Author } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import type { AccountRadioSettings, RadioSettingsPatch } from '../../contract/radio.ts';
import { dateText } from '../../contract/text/report-days.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { AssertPlays } from './relay/assert-plays.ts';
import type { Relay } from './relay/relay.ts';
import type { SoundtrackStore } from '../media/soundtracks/store.ts';
import type { StationFields, StoredStation } from './station-store.ts';
import type { RadioStore } from './store.ts';

export interface RadioServiceDeps {
  radio: RadioStore;
  soundtracks: Pick<SoundtrackStore, 'findOrThrow' | 'findForScreen'>;
  relay: Pick<Relay, 'drop'>;
  audit: Pick<Audit, 'record' | 'recordChanges'>;
  assertStationPlays: AssertPlays;
  publish: Publish;
  database: Database;
}

/** `unheard`: the station is saved without a test, because it transmits nothing at the moment. */
type TestChoice = { unheard?: boolean | undefined };

export function createRadioService(deps: RadioServiceDeps) {
  const { relay, assertStationPlays, audit, publish, database } = deps;
  const { stations, settings } = deps.radio;

  /** Makes all studios and screens fetch the stations and the radio settings again. */
  function notifyOfStations(): void {
    publish('managers', { type: 'adminChanged', what: 'settings' });
    publish('studios', { type: 'radioSettingsUpdated' });
    publish('screens', { type: 'radioSettingsUpdated' });
  }

  const soundtrackName = (userId: number, { selectedSoundtrackId: id }: AccountRadioSettings) =>
    id === null ? null : deps.soundtracks.findOrThrow(id, userId).name;
  const stationName = (id: number | null) => (id === null ? null : stations.findOrThrow(id).name);

  return {
    /** Changes the fields in `patch`. Throws `invalid_input` for a station or soundtrack that cannot be selected. */
    changeSettings(userId: number, patch: RadioSettingsPatch, by: Author): AccountRadioSettings {
      return database.tx(() => {
        const before = settings.of(userId);
        const saved = settings.save(userId, patch);
        const target = { kind: 'radio', id: userId, name: 'rádio das telas', accountId: userId } as const;
        audit.recordChanges(by, 'radio.changed', target, {
          Rádio: [stationName(before.selectedRadioId), stationName(saved.selectedRadioId)],
          Ligada: [before.isEnabled, saved.isEnabled],
          Volume: [before.volume, saved.volume],
          Trilha: [soundtrackName(userId, before), soundtrackName(userId, saved)],
          Silêncio: [quietText(before), quietText(saved)],
          'Contrato com o ECAD': [ecadText(before), ecadText(saved)],
        });
        publish(`screens:${userId}`, { type: 'radioSettingsUpdated' });
        publish(`user:${userId}`, { type: 'radioSettingsUpdated' });
        return saved;
      });
    },

    /**
     * Checks that the name is free, and tests an active station unless `unheard` is set. Throws `conflict` for a name in use,
     * `unplayable_station` or `unheard_station` after a failed test.
     */
    async checkNewStation({ unheard: skipsTest, ...fields }: StationFields & TestChoice): Promise<void> {
      stations.assertNameFree(fields.name);
      if (fields.isActive && !skipsTest) await assertStationPlays(fields.upstreamUrl);
    },

    /** Creates a station that `checkNewStation` accepted. Throws `conflict`. */
    createStation(fields: StationFields, by: Author): StoredStation {
      return database.tx(() => {
        const created = stations.create(fields);
        audit.record(by, 'station.created', targetOf(created));
        notifyOfStations();
        return created;
      });
    },

    /** Throws `not_found`, and the errors of `checkNewStation` for a new name, a new address or an activated station. */
    async updateStation(
      id: number,
      { unheard: skipsTest, ...patch }: Partial<StationFields> & TestChoice,
      by: Author,
    ): Promise<StoredStation> {
      const current = stations.findOrThrow(id);
      const next = { ...current, ...patch };
      if (next.name !== current.name) stations.assertNameFree(next.name, id);
      const needsTest = next.upstreamUrl !== current.upstreamUrl || !current.isActive;
      if (next.isActive && needsTest && !skipsTest) await assertStationPlays(next.upstreamUrl);
      return database.tx(() => {
        const before = stations.findOrThrow(id);
        const after = stations.update(id, patch);
        audit.record(by, 'station.changed', targetOf(after));
        if (!after.isActive || after.upstreamUrl !== before.upstreamUrl) database.afterCommit(() => relay.drop(id));
        notifyOfStations();
        return after;
      });
    },

    /** Deletes a station; users that have selected it have none afterwards. Throws `not_found`. */
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

const quietText = ({ quiet: { windows, playlistIds } }: AccountRadioSettings) =>
  windows.length + playlistIds.length === 0
    ? 'nenhum'
    : `horários: ${windows.length}, playlists: ${playlistIds.length}`;

const ecadText = ({ ecad: { contract, endsOn } }: AccountRadioSettings) =>
  [contract, endsOn && `até ${dateText(endsOn)}`].filter(Boolean).join(', ') || null;
