/** Stores radio stations (table `radio_stations`). */
import { AppError, notFound } from '../../contract/errors.ts';
import type { AdminRadioStation, RadioStation } from '../../contract/radio.ts';
import type { Clock } from '../../platform/clock.ts';
import { createRowLimitCheck } from '../../platform/storage/row-limit.ts';
import type { Database } from '../../platform/storage/database.ts';
import { defaultStations } from './default-stations.ts';

export type StoredStation = Omit<AdminRadioStation, 'signal' | 'listeners'>;

export type StationFields = Omit<StoredStation, 'id' | 'streamUrl'>;

/** A station's id and the address of its sound. */
export type Upstream = Pick<StoredStation, 'id' | 'upstreamUrl'>;

type StationRow = Omit<StationFields, 'isActive'> & { id: number; isActive: number };

const columns = 'id, name, genre, stream_url AS upstreamUrl, is_active AS isActive';
const byName = 'ORDER BY name COLLATE NOCASE, id';

export function createStationStore(database: Database, clock: Clock) {
  const assertBelowLimit = createRowLimitCheck(database, 'radio_stations');
  const all = database.prepare<[], StationRow>(`SELECT ${columns} FROM radio_stations ${byName}`);
  const active = database.prepare<[], StationRow>(
    `SELECT ${columns} FROM radio_stations WHERE is_active = 1 ${byName}`,
  );
  const byId = database.prepare<[number], StationRow>(`SELECT ${columns} FROM radio_stations WHERE id = ?`);
  const everHadStations = database.prepare<[]>("SELECT 1 FROM sqlite_sequence WHERE name = 'radio_stations'");
  const insert = database.prepare<[string, string, string, number, number]>(
    'INSERT INTO radio_stations (name, genre, stream_url, is_active, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const updateFields = database.prepare<[string, string, string, number, number]>(
    'UPDATE radio_stations SET name = ?, genre = ?, stream_url = ?, is_active = ? WHERE id = ?',
  );
  const remove = database.prepare<[number]>('DELETE FROM radio_stations WHERE id = ?');
  const sameName = database.prepare<[string], { id: number }>(
    'SELECT id FROM radio_stations WHERE fold(name) = fold(?)',
  );

  function rowOrThrow(id: number): StationRow {
    const row = byId.get(id);
    if (!row) throw notFound('station');
    return row;
  }

  /** Throws `conflict` if another station has this name, ignoring case. */
  function assertNameFree(name: string, ownId?: number): void {
    if (sameName.all(name).every(({ id }) => id === ownId)) return;
    const message = 'Já existe uma rádio com este nome.';
    throw new AppError('conflict', message, { fields: { name: message } });
  }

  return {
    assertNameFree,
    /** Returns the active stations, by name. */
    list: (): RadioStation[] => active.all().map(toStation),
    /** Returns the active stations with their addresses, by name. */
    listUpstreams: (): (RadioStation & Upstream)[] =>
      active.all().map((row) => ({ ...toStation(row), upstreamUrl: row.upstreamUrl })),
    /** Returns all stations, also inactive ones, by name. */
    listAll: (): StoredStation[] => all.all().map(toAdminStation),

    /** Throws `not_found`. */
    findOrThrow: (id: number): StoredStation => toAdminStation(rowOrThrow(id)),

    /** Throws `not_found` for a missing or inactive station. */
    upstreamOrThrow(id: number): Upstream {
      const { upstreamUrl, isActive } = rowOrThrow(id);
      if (isActive === 0) throw notFound('station');
      return { id, upstreamUrl };
    },

    /** Throws `conflict` for a name that is taken. Call it in a transaction. */
    create(fields: StationFields): StoredStation {
      assertBelowLimit();
      assertNameFree(fields.name);
      return toAdminStation(rowOrThrow(insert.run(...toValues(fields), clock.now()).lastInsertRowid));
    },

    /** Throws `not_found` or `conflict`. Call it in a transaction. */
    update(id: number, patch: Partial<StationFields>): StoredStation {
      const before = rowOrThrow(id);
      const fields = { ...before, isActive: before.isActive === 1, ...patch };
      if (fields.name !== before.name) assertNameFree(fields.name, id);
      updateFields.run(...toValues(fields), id);
      return toAdminStation(rowOrThrow(id));
    },

    /** Deletes a station; users that have selected it have none afterwards. Throws `not_found`. */
    remove(id: number): void {
      if (remove.run(id).changes === 0) throw notFound('station');
    },

    /** Fills the list of a new database, once: stations that an administrator has removed stay removed. */
    seed(): void {
      database.tx(() => {
        if (everHadStations.get()) return;
        for (const station of defaultStations) insert.run(...toValues({ ...station, isActive: true }), clock.now());
      });
    },
  };
}

function toValues({ name, genre, upstreamUrl, isActive }: StationFields): [string, string, string, number] {
  return [name, genre, upstreamUrl, Number(isActive)];
}

function toStation({ id, name, genre }: StationRow): RadioStation {
  return { id, name, genre, streamUrl: `/api/radio/${id}/stream` };
}

function toAdminStation(row: StationRow): StoredStation {
  return { ...toStation(row), upstreamUrl: row.upstreamUrl, isActive: row.isActive === 1 };
}
