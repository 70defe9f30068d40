/** Stores radio stations, and each user's settings (table `user_radio_settings`). */
import { AppError, missing } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { RadioSettings } from '../../contract/radio.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createStationStore } from './station-store.ts';

export type RadioStore = ReturnType<typeof createRadioStore>;

export function createRadioStore(database: Database, clock: Clock) {
  return { stations: createStationStore(database, clock), settings: createSettingsStore(database) };
}

function createSettingsStore(database: Database) {
  const select = database.prepare<[number], { selectedRadioId: number | null; isEnabled: number; volume: number }>(
    `SELECT radio_stations.id AS selectedRadioId, is_enabled AS isEnabled, volume
     FROM user_radio_settings LEFT JOIN radio_stations ON radio_stations.id = selected_radio_id AND radio_stations.is_active = 1
     WHERE user_id = ?`,
  );
  const selectedBy = database.prepare<[number], { id: number | null }>(
    'SELECT selected_radio_id AS id FROM user_radio_settings WHERE user_id = ?',
  );
  const canBeChosen = database.prepare<[number]>('SELECT 1 FROM radio_stations WHERE id = ? AND is_active = 1');
  const mayUse = database.prepare<[number], { allowed: number }>(
    'SELECT can_access_radio AS allowed FROM user_quotas WHERE user_id = ?',
  );
  const save = database.prepare<[number, number | null, number, number]>(
    `INSERT INTO user_radio_settings (user_id, selected_radio_id, is_enabled, volume) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET selected_radio_id = excluded.selected_radio_id, is_enabled = excluded.is_enabled, volume = excluded.volume`,
  );

  /** Returns a user's settings. A removed or inactive station counts as no selection. */
  function of(userId: number): RadioSettings {
    const row = select.get(userId);
    return row
      ? { ...row, isEnabled: row.isEnabled === 1 }
      : { selectedRadioId: null, isEnabled: false, volume: limits.volume.default };
  }

  return {
    of,

    /** Returns the settings for a user's screens: disabled while the user has no access to the radio. */
    forScreensOf(userId: number): RadioSettings {
      const chosen = of(userId);
      return mayUse.get(userId)?.allowed === 0 ? { ...chosen, isEnabled: false } : chosen;
    },

    /** Saves the fields in `patch`; a selected station that is inactive stays selected. Throws `invalid_input`. */
    save(userId: number, patch: Partial<RadioSettings>): RadioSettings {
      const { selectedRadioId, isEnabled, volume } = {
        ...of(userId),
        selectedRadioId: selectedBy.get(userId)?.id ?? null,
        ...patch,
      };
      if (patch.selectedRadioId != null && !canBeChosen.get(patch.selectedRadioId))
        throw new AppError('invalid_input', missing.station, { fields: { selectedRadioId: missing.station } });
      save.run(userId, selectedRadioId, Number(isEnabled), volume);
      return of(userId);
    },
  };
}
