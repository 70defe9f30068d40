/** Stores imports (table `imports`; file-store.ts stores their files). Functions that change data must be called inside a transaction. */
import type { Author } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type {
  ImportFileStatus,
  ImportFormat,
  ImportStatus,
  ImportSummary,
} from '../../../contract/contents/imports.ts';
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { createImportFileStore } from './file-store.ts';
import type { Inspection } from './inspect.ts';

export interface StoredPlaylist {
  name: string;
  /** Positions of the playlist's files, and how often each of them occurs. */
  files: number[];
  times: number[];
  /** null until the playlist is created. */
  id: number | null;
  /** The reason why the playlist was not created. */
  note: string | null;
}

export interface StoredImport {
  id: number;
  userId: number;
  name: string;
  /** Storage key of the uploaded archive; null for a folder, and after the archive was deleted. */
  archive: string | null;
  archiveBytes: number;
  /** Path of a folder of the server; null for an archive. */
  folder: string | null;
  author: Author;
  status: ImportStatus;
  error: string | null;
  format: ImportFormat | null;
  omitted: number;
  /** Key of the upload that is reserved for the file being imported. */
  uploadKey: string | null;
  createdAt: number;
}

type NewImport = Pick<StoredImport, 'userId' | 'name' | 'archive' | 'archiveBytes' | 'folder' | 'author'>;
type Row = Omit<StoredImport, 'author'> & { author: string };

const columns = `id, user_id AS userId, name, archive, folder, author, status, error, format, omitted,
  archive_bytes AS archiveBytes, upload_key AS uploadKey, created_at AS createdAt`;

export type ImportStore = ReturnType<typeof createImportStore>;

export function createImportStore(database: Database, clock: Clock) {
  const statements = {
    insert: database.prepare<[Omit<NewImport, 'author'> & { author: string; now: number }]>(`
      INSERT INTO imports (user_id, name, archive, archive_bytes, folder, author, status, created_at)
      VALUES (@userId, @name, @archive, @archiveBytes, @folder, @author, 'reading', @now)`),
    find: database.prepare<[number, number], Row>(`SELECT ${columns} FROM imports WHERE id = ? AND user_id = ?`),
    list: database.prepare<[number, number], Row>(
      `SELECT ${columns} FROM imports WHERE user_id = ? ORDER BY id DESC LIMIT ?`,
    ),
    countOpen: database.prepare<[number], { count: number }>(
      "SELECT COUNT(*) AS count FROM imports WHERE user_id = ? AND status NOT IN ('done', 'refused')",
    ),
    withWork: database.prepare<[], Row>(`
      SELECT ${columns} FROM imports WHERE status IN ('reading', 'running')
        AND EXISTS (SELECT 1 FROM users u WHERE u.id = imports.user_id AND u.status = 'approved')
      ORDER BY status = 'running', id`),
    counts: database.prepare<[number], { status: ImportFileStatus; count: number; bytes: number }>(
      'SELECT status, COUNT(*) AS count, SUM(size_bytes) AS bytes FROM import_files WHERE import_id = ? GROUP BY status',
    ),
    setStatus: database.prepare<[ImportStatus, string | null, number | null, number]>(
      'UPDATE imports SET status = ?, error = ?, finished_at = ? WHERE id = ?',
    ),
    setFound: database.prepare<[ImportFormat, string, number, number]>(
      'UPDATE imports SET format = ?, playlists = ?, omitted = ? WHERE id = ?',
    ),
    setPlaylists: database.prepare<[string, number]>('UPDATE imports SET playlists = ? WHERE id = ?'),
    setUploadKey: database.prepare<[string | null, number]>('UPDATE imports SET upload_key = ? WHERE id = ?'),
    playlists: database.prepare<[number], { playlists: string }>('SELECT playlists FROM imports WHERE id = ?'),
    setArchiveBytes: database.prepare<[number, number]>('UPDATE imports SET archive_bytes = ? WHERE id = ?'),
    forgetArchive: database.prepare<[number]>('UPDATE imports SET archive = NULL, archive_bytes = 0 WHERE id = ?'),
    remove: database.prepare<[number]>('DELETE FROM imports WHERE id = ?'),
    old: database.prepare<[{ unused: number; finished: number }], Row>(`
      SELECT ${columns} FROM imports WHERE (status IN ('ready', 'stopped', 'refused') AND created_at < @unused)
        OR (status = 'done' AND finished_at < @finished)
        OR (status IN ('done', 'refused') AND id IN (
          SELECT id FROM (SELECT id, ROW_NUMBER() OVER (PARTITION BY user_id ORDER BY id DESC) AS place FROM imports)
          WHERE place > ${limits.import.listed}))`),
  };

  /** Returns the account's import. Throws `not_found`. */
  function findOrThrow(id: number, userId: number): StoredImport {
    const row = statements.find.get(id, userId);
    if (!row) throw new AppError('not_found', 'Esta importação não existe mais.');
    return toImport(row);
  }

  return {
    ...createImportFileStore(database),

    insert: ({ author, ...input }: NewImport): number =>
      statements.insert.run({ ...input, author: JSON.stringify(author), now: clock.now() }).lastInsertRowid,

    findOrThrow,

    /** Returns the account's newest imports. */
    list: (userId: number): StoredImport[] => statements.list.all(userId, limits.import.listed).map(toImport),

    /** Returns the number of the account's imports that are not finished. */
    countOpen: (userId: number): number => statements.countOpen.get(userId)?.count ?? 0,

    /** Returns the imports of approved accounts that are to be listed, then those that are running. */
    importsWithWork: (): StoredImport[] => statements.withWork.all().map(toImport),

    summaryOf({ id, name, status, error, format, createdAt }: StoredImport): ImportSummary {
      const counts = { waiting: 0, done: 0, same: 0, skipped: 0, failed: 0 };
      let waitingBytes = 0;
      for (const { status: fileStatus, count, bytes } of statements.counts.all(id)) {
        counts[fileStatus] = count;
        if (fileStatus === 'waiting') waitingBytes = bytes;
      }
      return { id, name, status, error, format, createdAt: new Date(createdAt).toISOString(), counts, waitingBytes };
    },

    setStatus(id: number, status: ImportStatus, error: string | null = null): void {
      statements.setStatus.run(status, error, status === 'done' ? clock.now() : null, id);
    },

    /** Stores the result of listing the import, and makes the import ready. */
    setFound(id: number, { format, playlists, omitted }: Omit<Inspection, 'files'>): void {
      const stored = playlists.map((playlist): StoredPlaylist => ({ ...playlist, id: null, note: null }));
      statements.setFound.run(format, JSON.stringify(stored), omitted, id);
      statements.setStatus.run('ready', null, null, id);
    },

    playlistsOf: (id: number): StoredPlaylist[] =>
      JSON.parse(statements.playlists.get(id)?.playlists ?? '[]') as StoredPlaylist[],

    setPlaylists: (id: number, playlists: readonly StoredPlaylist[]): void =>
      void statements.setPlaylists.run(JSON.stringify(playlists), id),

    setUploadKey: (id: number, key: string | null): void => void statements.setUploadKey.run(key, id),

    setArchiveBytes: (id: number, bytes: number): void => void statements.setArchiveBytes.run(bytes, id),

    forgetArchive: (id: number): void => void statements.forgetArchive.run(id),

    remove: (id: number): void => void statements.remove.run(id),

    /**
     * Returns ready, stopped and refused imports that were created more than a day ago, imports that were done more than 30 days
     * ago, and done and refused imports that are not among their account's newest (`limits.import.listed`).
     */
    oldImports(): StoredImport[] {
      const now = clock.now();
      return statements.old
        .all({ unused: now - limits.import.openMs, finished: now - limits.import.keptMs })
        .map(toImport);
    },
  };
}

function toImport({ author, ...row }: Row): StoredImport {
  return { ...row, author: JSON.parse(author) as Author };
}
