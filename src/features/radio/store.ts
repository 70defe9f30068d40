/** Stores radio stations, and each user's settings (table `user_radio_settings`). */
import { invalidField, notFoundMessages } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { AccountRadioSettings, PlayerRadioSettings, RadioSettingsPatch } from '../../contract/radio.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createStationStore } from './station-store.ts';

export type RadioStore = ReturnType<typeof createRadioStore>;

export function createRadioStore(database: Database, clock: Clock) {
  return { stations: createStationStore(database, clock), settings: createSettingsStore(database) };
}

interface SettingsRow {
  selectedRadioId: number | null;
  selectedSoundtrackId: number | null;
  isEnabled: number;
  volume: number;
  /** Quiet hours as JSON. */
  windows: string;
  contract: string;
  endsOn: string | null;
}

const defaultSettings: SettingsRow = {
  ...{ selectedRadioId: null, selectedSoundtrackId: null, isEnabled: 0, volume: limits.volume.default },
  ...{ windows: '[]', contract: '', endsOn: null },
};

function createSettingsStore(database: Database) {
  const select = database.prepare<[number], SettingsRow>(
    `SELECT selected_radio_id AS selectedRadioId, soundtrack_id AS selectedSoundtrackId, is_enabled AS isEnabled, volume,
       quiet_windows AS windows, ecad_contract AS contract, ecad_ends_on AS endsOn
     FROM user_radio_settings WHERE user_id = ?`,
  );
  const isActive = database.prepare<[number]>('SELECT 1 FROM radio_stations WHERE id = ? AND is_active = 1');
  const ownsSoundtrack = database.prepare<[number, number]>('SELECT 1 FROM soundtracks WHERE id = ? AND user_id = ?');
  const radioAccess = database.prepare<[number], { allowed: number }>(
    'SELECT can_access_radio AS allowed FROM user_quotas WHERE user_id = ?',
  );
  const quietPlaylists = database.prepare<[number], { id: number }>(
    'SELECT id FROM kept_playlists WHERE user_id = ? AND is_quiet = 1 ORDER BY id',
  );
  const setQuietPlaylists = database.prepare<[string, number]>(
    'UPDATE playlists SET is_quiet = id IN (SELECT value FROM json_each(?)) WHERE user_id = ?',
  );
  const screenSoundtracks = database.prepare<[number], { playerId: number; soundtrackId: number }>(
    'SELECT id AS playerId, soundtrack_id AS soundtrackId FROM players WHERE user_id = ? AND soundtrack_id IS NOT NULL ORDER BY id',
  );
  const save = database.prepare<[SettingsRow & { userId: number }]>(
    `INSERT INTO user_radio_settings (user_id, selected_radio_id, soundtrack_id, is_enabled, volume, quiet_windows, ecad_contract, ecad_ends_on)
     VALUES (@userId, @selectedRadioId, @selectedSoundtrackId, @isEnabled, @volume, @windows, @contract, @endsOn)
     ON CONFLICT (user_id) DO UPDATE SET selected_radio_id = excluded.selected_radio_id, soundtrack_id = excluded.soundtrack_id,
       is_enabled = excluded.is_enabled, volume = excluded.volume, quiet_windows = excluded.quiet_windows,
       ecad_contract = excluded.ecad_contract, ecad_ends_on = excluded.ecad_ends_on`,
  );

  /** Returns a user's settings. A removed or inactive station counts as no selection. */
  function of(userId: number): AccountRadioSettings {
    const { isEnabled, windows, contract, endsOn, selectedRadioId, ...row } = select.get(userId) ?? defaultSettings;
    return {
      ...row,
      selectedRadioId: selectedRadioId !== null && isActive.get(selectedRadioId) ? selectedRadioId : null,
      isEnabled: isEnabled === 1,
      quiet: {
        windows: JSON.parse(windows) as AccountRadioSettings['quiet']['windows'],
        playlistIds: quietPlaylists.all(userId).map(({ id }) => id),
      },
      ecad: { contract, endsOn },
      screens: screenSoundtracks.all(userId),
    };
  }

  return {
    of,

    /** Returns the settings for a user's screens: disabled while the user has no access to the radio. */
    forScreensOf(userId: number): Omit<PlayerRadioSettings, 'soundtrack'> {
      const { selectedRadioId, isEnabled, volume, quiet } = of(userId);
      return { selectedRadioId, isEnabled: isEnabled && radioAccess.get(userId)?.allowed !== 0, volume, quiet };
    },

    /**
     * Saves the fields in `patch`. A stored selection of a station that is inactive now is kept. Ids of playlists that are not
     * the user's are ignored. Throws `invalid_input` for a station or soundtrack that cannot be selected.
     */
    save(userId: number, patch: RadioSettingsPatch): AccountRadioSettings {
      const { quiet, ecad, isEnabled, ...chosen } = patch;
      if (chosen.selectedRadioId != null && !isActive.get(chosen.selectedRadioId))
        throw invalidField('selectedRadioId', notFoundMessages.station);
      if (chosen.selectedSoundtrackId != null && !ownsSoundtrack.get(chosen.selectedSoundtrackId, userId))
        throw invalidField('selectedSoundtrackId', notFoundMessages.soundtrack);
      save.run({
        ...(select.get(userId) ?? defaultSettings),
        ...chosen,
        ...(isEnabled === undefined ? {} : { isEnabled: Number(isEnabled) }),
        ...(quiet && { windows: JSON.stringify(quiet.windows) }),
        ...ecad,
        userId,
      });
      if (quiet) setQuietPlaylists.run(JSON.stringify(quiet.playlistIds), userId);
      return of(userId);
    },
  };
}
