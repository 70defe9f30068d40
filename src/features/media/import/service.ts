/** Creates, lists, starts, stops and deletes imports. */
import type { Author } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { ImportDetails, ImportFile, ImportFileStatus, ImportSummary } from '../../../contract/contents/imports.ts';
import { bytesPerMb } from '../../../contract/text/units.ts';
import { csvLine, byteOrderMark } from '../../../platform/http/response/csv.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Audit } from '../../audit/audit.ts';
import type { PlaylistStore } from '../../playlists/store.ts';
import type { Uploads } from '../upload/uploads.ts';
import { fileNameOf } from './formats/plan.ts';
import type { Imports } from './imports.ts';
import type { StoredImport } from './store.ts';

export interface ImportServiceDeps {
  imports: Imports;
  uploads: Pick<Uploads, 'findArchive' | 'takeArchive' | 'usage'>;
  playlists: Pick<PlaylistStore, 'allowance'>;
  audit: Pick<Audit, 'record'>;
  database: Database;
}

const filesPerBatch = 500;

export function createImportService({ imports, uploads, playlists, audit, database }: ImportServiceDeps) {
  const { store } = imports;

  function details(id: number, userId: number): ImportDetails {
    const item = store.findOrThrow(id, userId);
    const summary = store.summaryOf(item);
    const stored = store.playlistsOf(id);
    const usage = uploads.usage(userId);
    const { max, count } = playlists.allowance(userId);
    const hasEnded = item.status === 'done' || item.status === 'refused';
    const shortfall = (wanted: number, free: number) => (hasEnded ? 0 : Math.max(0, wanted - Math.max(0, free)));
    return {
      ...summary,
      ...store.filesOf(id),
      playlists: stored.map(({ name, files, id: playlistId, note }, position) => ({
        ...{ position, name, note, count: files.length, id: playlistId },
      })),
      omitted: item.omitted,
      missing: {
        contents: shortfall(summary.counts.waiting, usage.maxVideos - usage.videos),
        bytes: shortfall(summary.waitingBytes, usage.freeBytes + (item.status === 'running' ? 0 : item.archiveBytes)),
        playlists: shortfall(stored.filter((each) => each.id === null).length, max - count),
      },
    };
  }

  /** Changes an import's status to `to` if it is one of `from`. Throws `not_found`, or `conflict` with the message `refusal`. */
  function change(
    id: number,
    userId: number,
    {
      from,
      to,
      refusal,
    }: { from: readonly StoredImport['status'][]; to(item: StoredImport): StoredImport['status']; refusal: string },
    record: (item: StoredImport) => void = () => {},
  ): ImportSummary {
    return database.tx(() => {
      const item = store.findOrThrow(id, userId);
      if (!from.includes(item.status)) throw new AppError('conflict', refusal);
      store.setStatus(id, to(item));
      record(item);
      imports.publishChange(item);
      database.afterCommit(imports.wake);
      return store.summaryOf(store.findOrThrow(id, userId));
    });
  }

  return {
    details,

    /** Returns the storage key of the account's complete archive. Throws `not_found`. */
    findUpload: (userId: number, key: string): Promise<string> => uploads.findArchive(key, userId),

    /**
     * `r2Path`: the upload's key. `storageKey`: from `findUpload`. Throws `not_found`, or `conflict` if too many imports of the
     * account are unfinished.
     */
    createFromUpload(
      userId: number,
      { r2Path: uploadKey, name }: { r2Path: string; name: string },
      storageKey: string,
      by: Author,
    ): ImportSummary {
      return database.tx(() => {
        const archiveBytes = uploads.takeArchive(uploadKey, userId);
        return store.summaryOf(imports.create({ userId, name, archive: storageKey, archiveBytes, folder: null }, by));
      });
    },

    /** `folder`: from `folders.resolve`. Throws `conflict` as `createFromUpload` does. */
    createFromFolder: (userId: number, folder: string, by: Author): ImportSummary =>
      database.tx(() =>
        store.summaryOf(
          imports.create({ userId, name: fileNameOf(folder), archive: null, archiveBytes: 0, folder }, by),
        ),
      ),

    start: (id: number, userId: number, by: Author): ImportSummary =>
      change(
        id,
        userId,
        // An import without a format was stopped before its files were listed: they are listed now.
        {
          from: ['ready', 'stopped'],
          to: ({ format }) => (format ? 'running' : 'reading'),
          refusal: 'Esta importação não pode ser iniciada agora.',
        },
        (item) =>
          audit.record(by, 'content.imported', { kind: 'content', id: null, name: item.name, accountId: userId }),
      ),

    stop: (id: number, userId: number): ImportSummary =>
      change(id, userId, { from: ['running'], to: () => 'stopped', refusal: 'Esta importação não está em andamento.' }),

    remove: (id: number, userId: number): Promise<void> => imports.remove(store.findOrThrow(id, userId)),

    /** Returns a CSV file, in parts, that lists every file of an import. Throws `not_found`. */
    table(id: number, userId: number): { name: string; parts: Iterable<string> } {
      store.findOrThrow(id, userId);
      return { name: 'importacao', parts: tableOf(id) };
    },
  };

  function* tableOf(id: number): Generator<string> {
    yield byteOrderMark + csvLine(['Arquivo', 'Nome', 'Tamanho (MB)', 'Segundos', 'Situação', 'Observação']);
    for (let position = -1; ;) {
      const files = store.pageOf(id, position, filesPerBatch);
      const last = files.at(-1);
      if (!last) return;
      yield files.map((file) => csvLine(cellsOf(file))).join('');
      ({ position } = last);
    }
  }
}

const statusTexts: Readonly<Record<ImportFileStatus, string>> = {
  waiting: 'Vem',
  done: 'Veio',
  same: 'Já estava na conta',
  skipped: 'Não vem',
  failed: 'Não veio',
};

const cellsOf = ({ path, name, sizeBytes, seconds, status, note }: ImportFile): string[] => [
  ...[path, name, (sizeBytes / bytesPerMb).toLocaleString('pt-BR', { maximumFractionDigits: 2 })],
  ...[seconds === null ? '' : String(seconds), statusTexts[status], note ?? ''],
];
