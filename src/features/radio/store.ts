/** Radio stations, and what each user chose of them. */
import { AppError } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import type { AdminRadioStation, RadioSettings, RadioStation } from '../../contract/radio.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { firstStations } from './stations.ts';

interface StationRow {
  id: number;
  name: string;
  genre: string;
  upstreamUrl: string;
  isActive: number;
}

export interface StationFields {
  name: string;
  genre: string;
  upstreamUrl: string;
  isActive: boolean;
}

/** Where a station's sound comes from. */
export interface Upstream {
  id: number;
  upstreamUrl: string;
}

export type RadioStore = ReturnType<typeof createRadioStore>;

const columns = 'id, name, genre, stream_url AS upstreamUrl, is_active AS isActive';
const byName = 'ORDER BY name COLLATE NOCASE, id';

export function createRadioStore(database: Database, clock: Clock) {
  const all = database.prepare<[], StationRow>(`SELECT ${columns} FROM radio_stations ${byName}`);
  const active = database.prepare<[], StationRow>(
    `SELECT ${columns} FROM radio_stations WHERE is_active = 1 ${byName}`,
  );
  const one = database.prepare<[number], StationRow>(`SELECT ${columns} FROM radio_stations WHERE id = ?`);
  const everHadStations = database.prepare<[]>("SELECT 1 FROM sqlite_sequence WHERE name = 'radio_stations'");
  const insert = database.prepare<[string, string, string, number, number]>(
    'INSERT INTO radio_stations (name, genre, stream_url, is_active, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const change = database.prepare<[string, string, string, number, number]>(
    'UPDATE radio_stations SET name = ?, genre = ?, stream_url = ?, is_active = ? WHERE id = ?',
  );
  const remove = database.prepare<[number]>('DELETE FROM radio_stations WHERE id = ?');
  const sameName = database.prepare<[string], { id: number }>(
    'SELECT id FROM radio_stations WHERE fold(name) = fold(?)',
  );
  const settingsOf = database.prepare<[number], { selectedRadioId: number | null; isEnabled: number; volume: number }>(
    `SELECT radio_stations.id AS selectedRadioId, is_enabled AS isEnabled, volume
     FROM user_radio_settings LEFT JOIN radio_stations ON radio_stations.id = selected_radio_id AND radio_stations.is_active = 1
     WHERE user_id = ?`,
  );
  const selectedBy = database.prepare<[number], { id: number | null }>(
    'SELECT selected_radio_id AS id FROM user_radio_settings WHERE user_id = ?',
  );
  const mayUse = database.prepare<[number], { allowed: number }>(
    'SELECT can_access_radio AS allowed FROM user_quotas WHERE user_id = ?',
  );
  const save = database.prepare<[number, number | null, number, number]>(
    `INSERT INTO user_radio_settings (user_id, selected_radio_id, is_enabled, volume) VALUES (?, ?, ?, ?)
     ON CONFLICT (user_id) DO UPDATE SET selected_radio_id = excluded.selected_radio_id, is_enabled = excluded.is_enabled, volume = excluded.volume`,
  );

  function stationOrThrow(id: number): StationRow {
    const row = one.get(id);
    if (!row) throw new AppError('not_found', 'Rádio não encontrada.');
    return row;
  }

  /** Throws `conflict` for a name that people would take for another station's. */
  function assertNameFree(name: string, ownId?: number): void {
    if (sameName.all(name).every(({ id }) => id === ownId)) return;
    const message = 'Já existe uma rádio com este nome.';
    throw new AppError('conflict', message, { fields: { name: message } });
  }

  function settings(userId: number): RadioSettings {
    const row = settingsOf.get(userId);
    return row
      ? { ...row, isEnabled: row.isEnabled === 1 }
      : { selectedRadioId: null, isEnabled: false, volume: limits.volume.default };
  }

  return {
    /** What can be chosen, by name. */
    stations: (): RadioStation[] => active.all().map(toStation),
    /** Inactive ones too, by name. */
    adminStations: (): AdminRadioStation[] => all.all().map(toAdminStation),

    /** Throws `not_found`. */
    findOrThrow: (id: number): AdminRadioStation => toAdminStation(stationOrThrow(id)),

    /** Throws `not_found` for a station that is missing or switched off. */
    upstreamOrThrow(id: number): Upstream {
      const { upstreamUrl, isActive } = stationOrThrow(id);
      if (isActive === 0) throw new AppError('not_found', 'Rádio não encontrada.');
      return { id, upstreamUrl };
    },

    /** Throws `conflict` for a name that is taken. */
    create: (fields: StationFields): AdminRadioStation =>
      database.tx(() => {
        assertNameFree(fields.name);
        return toAdminStation(stationOrThrow(insert.run(...toValues(fields), clock.now()).lastInsertRowid));
      }),

    /** Throws `not_found` or `conflict`. */
    update(id: number, patch: Partial<StationFields>): AdminRadioStation {
      return database.tx(() => {
        const before = stationOrThrow(id);
        const fields = { ...before, isActive: before.isActive === 1, ...patch };
        if (fields.name !== before.name) assertNameFree(fields.name, id);
        change.run(...toValues(fields), id);
        return toAdminStation(stationOrThrow(id));
      });
    },

    /** Whoever listens to it has no station selected afterwards. Throws `not_found`. */
    remove(id: number): void {
      if (remove.run(id).changes === 0) throw new AppError('not_found', 'Rádio não encontrada.');
    },

    /** Fills the list once in the life of a database; stations that an administrator removed stay removed. */
    seedStations(): void {
      database.tx(() => {
        if (everHadStations.get()) return;
        for (const station of firstStations) insert.run(...toValues({ ...station, isActive: true }), clock.now());
      });
    },

    /** A station that was removed or switched off counts as none. */
    settings,

    /** The owner's settings as screens follow them: off while the owner may not use the radio. */
    playerSettings(userId: number): RadioSettings {
      const chosen = settings(userId);
      return mayUse.get(userId)?.allowed === 0 ? { ...chosen, isEnabled: false } : chosen;
    },

    /** What `patch` leaves out stays, a selected station that is switched off too. Throws `invalid_input` for one that cannot be chosen. */
    saveSettings(userId: number, patch: Partial<RadioSettings>): RadioSettings {
      const { selectedRadioId, isEnabled, volume } = {
        ...settings(userId),
        selectedRadioId: selectedBy.get(userId)?.id ?? null,
        ...patch,
      };
      if (patch.selectedRadioId != null && one.get(patch.selectedRadioId)?.isActive !== 1) {
        throw new AppError('invalid_input', 'Rádio não encontrada.', {
          fields: { selectedRadioId: 'Rádio não encontrada.' },
        });
      }
      save.run(userId, selectedRadioId, Number(isEnabled), volume);
      return settings(userId);
    },
  };
}

function toValues({ name, genre, upstreamUrl, isActive }: StationFields): [string, string, string, number] {
  return [name, genre, upstreamUrl, Number(isActive)];
}

function toStation({ id, name, genre }: StationRow): RadioStation {
  return { id, name, genre, streamUrl: `/api/radio/${id}/stream` };
}

function toAdminStation(row: StationRow): AdminRadioStation {
  return { ...toStation(row), upstreamUrl: row.upstreamUrl, isActive: row.isActive === 1 };
}
