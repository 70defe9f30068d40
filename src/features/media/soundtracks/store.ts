/** Stores soundtracks and their tracks (tables `soundtracks`, `videos`). Functions that change data need a transaction. */
import { AppError, notFound } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { PlayerRadioSettings, Soundtrack, Track } from '../../../contract/radio.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { StoredFile } from '../library/file-store.ts';
import type { MediaUrls } from '../library/urls.ts';

interface TrackRow {
  id: number;
  soundtrackId: number;
  name: string;
  sizeBytes: number;
  durationMs: number | null;
  status: Track['processingStatus'];
  error: string | null;
  hasOriginal: number;
  note: string;
  /** `<sha256>.<extension>` */
  file: string | null;
  hasLicence: number;
}

type PlayedRow = Pick<StoredFile, 'sha256' | 'extension' | 'sizeBytes'> & {
  id: number;
  durationMs: number;
  loudness: number | null;
};

export type SoundtrackStore = ReturnType<typeof createSoundtrackStore>;

function prepareTracks(database: Database) {
  const fileOf = (kind: string, column: string) =>
    `(SELECT ${column} FROM video_files f JOIN media_files m ON m.sha256 = f.sha256 WHERE f.video_id = v.id AND f.kind = '${kind}')`;
  const selectTracks = `
    SELECT v.id, v.soundtrack_id AS soundtrackId, v.name, v.size_bytes AS sizeBytes, v.duration_ms AS durationMs,
      v.processing_status AS status, v.processing_error AS error, v.original_r2_path IS NOT NULL AS hasOriginal,
      v.licence_note AS note, ${fileOf('main', "m.sha256 || '.' || m.extension")} AS file, ${fileOf('licence', '1')} IS NOT NULL AS hasLicence
    FROM kept_videos v JOIN soundtracks s ON s.id = v.soundtrack_id WHERE s.user_id = @user`;
  return {
    tracks: database.prepare<[{ user: number }], TrackRow>(`${selectTracks} ORDER BY v.id`),
    tracksOf: database.prepare<[{ user: number; of: number }], TrackRow>(
      `${selectTracks} AND s.id = @of ORDER BY v.id`,
    ),
    countTracks: database.prepare<[number], { count: number }>(
      'SELECT COUNT(*) AS count FROM kept_videos WHERE soundtrack_id = ?',
    ),
    soundtrackOf: database.prepare<[number], { id: number }>(
      'SELECT soundtrack_id AS id FROM videos WHERE id = ? AND soundtrack_id IS NOT NULL',
    ),
    track: database.prepare<[{ user: number; id: number }], TrackRow>(`${selectTracks} AND v.id = @id`),
  };
}

export function createSoundtrackStore(database: Database, urls: Pick<MediaUrls, 'sign'>) {
  const statements = {
    ...prepareTracks(database),
    list: database.prepare<[number], { id: number; name: string }>(
      'SELECT id, name FROM soundtracks WHERE user_id = ? ORDER BY name COLLATE NOCASE, id',
    ),
    find: database.prepare<[number, number], { id: number; name: string }>(
      'SELECT id, name FROM soundtracks WHERE id = ? AND user_id = ?',
    ),
    allIds: database.prepare<[number], { id: number }>('SELECT id FROM videos WHERE soundtrack_id = ?'),
    insert: database.prepare<[number, string]>('INSERT INTO soundtracks (user_id, name) VALUES (?, ?)'),
    rename: database.prepare<[string, number]>('UPDATE soundtracks SET name = ? WHERE id = ?'),
    remove: database.prepare<[number]>('DELETE FROM soundtracks WHERE id = ?'),
    updateTrack: database.prepare<[string, string, number]>(
      'UPDATE videos SET name = ?, licence_note = ? WHERE id = ?',
    ),
    setForScreen: database.prepare<[number | null, number, number]>(
      'UPDATE players SET soundtrack_id = ? WHERE id = ? AND user_id = ?',
    ),
    screenName: database.prepare<[number, number], { name: string }>(
      'SELECT name FROM players WHERE id = ? AND user_id = ?',
    ),
    chosen: database.prepare<[number], { id: number | null }>(`
      SELECT COALESCE(p.soundtrack_id, s.soundtrack_id) AS id
      FROM players p LEFT JOIN user_radio_settings s ON s.user_id = p.user_id WHERE p.id = ?`),
    played: database.prepare<[number], PlayedRow>(`
      SELECT v.id, v.duration_ms AS durationMs, v.loudness, m.sha256, m.extension, m.size_bytes AS sizeBytes
      FROM videos v JOIN video_files f ON f.video_id = v.id AND f.kind = 'main' JOIN media_files m ON m.sha256 = f.sha256
      WHERE v.soundtrack_id = ? AND v.processing_status = 'completed' ORDER BY v.id`),
  };

  function toTrack({ file, ...row }: TrackRow): Track {
    const [sha256 = '', extension = ''] = file?.split('.') ?? [];
    return {
      id: row.id,
      name: row.name,
      sizeMb: Math.round((row.sizeBytes / bytesPerMb) * 1000) / 1000,
      durationS: row.durationMs === null ? null : row.durationMs / 1000,
      processingStatus: row.status,
      processingError: row.error,
      canRetry: row.status === 'failed' && row.hasOriginal === 1,
      mediaUrl: file === null ? null : urls.sign(sha256, extension),
      licence: { note: row.note, hasFile: row.hasLicence === 1 },
    };
  }

  function list(userId: number): Soundtrack[] {
    const tracks = statements.tracks.all({ user: userId });
    return statements.list.all(userId).map(({ id, name }) => ({
      ...{ id, name },
      tracks: tracks.filter(({ soundtrackId }) => soundtrackId === id).map(toTrack),
    }));
  }

  /** Returns a soundtrack's id and name. Throws `not_found` unless it belongs to the account. */
  function findNameOrThrow(id: number, userId: number): { id: number; name: string } {
    const found = statements.find.get(id, userId);
    if (!found) throw notFound('soundtrack');
    return found;
  }

  return {
    /** Returns an account's soundtracks, by name. */
    list,

    /** Returns a soundtrack with its tracks. Throws `not_found` unless it belongs to the account. */
    findOrThrow(id: number, userId: number): Soundtrack {
      return { ...findNameOrThrow(id, userId), tracks: statements.tracksOf.all({ user: userId, of: id }).map(toTrack) };
    },

    findNameOrThrow,

    /** Throws `quota_exceeded` if a soundtrack has more than `max` tracks. */
    assertTrackCount(id: number, max: number): void {
      if ((statements.countTracks.get(id)?.count ?? 0) > max)
        throw new AppError('quota_exceeded', `Uma trilha tem no máximo ${limits.soundtrack.tracks} músicas.`);
    },

    /** Returns the soundtrack of a track, also of a deleted one. */
    soundtrackOf: (trackId: number): number | undefined => statements.soundtrackOf.get(trackId)?.id,

    /** Returns a track. Throws `not_found` unless it belongs to the account. */
    findTrackOrThrow(id: number, userId: number): Track {
      const row = statements.track.get({ user: userId, id });
      if (!row) throw notFound('track');
      return toTrack(row);
    },

    /** Returns the ids of all tracks of a soundtrack, also of those whose deletion can be undone. */
    trackIds: (id: number): number[] => statements.allIds.all(id).map((row) => row.id),

    create: (userId: number, name: string): number => statements.insert.run(userId, name).lastInsertRowid,
    rename: (id: number, name: string): void => void statements.rename.run(name, id),
    /** Deletes a soundtrack, whose tracks must have been deleted before. */
    remove: (id: number): void => void statements.remove.run(id),
    updateTrack: (id: number, { name, note }: { name: string; note: string }): void =>
      void statements.updateTrack.run(name, note, id),

    /** Sets the soundtrack of a screen and returns the screen's name. Throws `not_found` unless it belongs to the account. */
    setForScreen(playerId: number, userId: number, soundtrackId: number | null): string {
      const screen = statements.screenName.get(playerId, userId);
      if (!screen) throw notFound('screen');
      statements.setForScreen.run(soundtrackId, playerId, userId);
      return screen.name;
    },

    /** Returns the soundtrack that a screen plays instead of the station, or null. A soundtrack without tracks means silence. */
    findForScreen(playerId: number): PlayerRadioSettings['soundtrack'] {
      const id = statements.chosen.get(playerId)?.id ?? null;
      if (id === null) return null;
      const tracks = statements.played.all(id).map(({ durationMs, loudness, extension, ...track }) => ({
        ...track,
        url: urls.sign(track.sha256, extension),
        durationS: durationMs / 1000,
        ...(loudness === null ? {} : { loudness }),
      }));
      return { id, tracks };
    },
  };
}
