/** Runs the steps of an import: list its archive or folder, import one file, finish. A crash repeats the interrupted step. */
import { AppError } from '../../../contract/errors.ts';
import type { Publish } from '../../../contract/events.ts';
import type { Clock } from '../../../platform/clock.ts';
import { generateToken } from '../../../platform/random.ts';
import { dataFolder } from '../../../platform/storage/data-folder.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { joinPath } from '../../../platform/storage/files.ts';
import type { MediaFolder } from '../library/folder.ts';
import type { MediaService } from '../library/service.ts';
import type { Uploads } from '../upload/uploads.ts';
import { ArchiveError } from './archive/archive.ts';
import type { SourceLocation } from './archive/source.ts';
import type { WaitingFile } from './file-store.ts';
import type { ImportFolders } from './folders.ts';
import { fileNameOf } from './formats/plan.ts';
import { createPlaylistFiller, type PlaylistFillerDeps } from './playlists.ts';
import type { ImportStore, StoredImport } from './store.ts';
import type { ImportWorker } from './worker-client.ts';

export interface ImportStepsDeps extends Omit<PlaylistFillerDeps, 'store'> {
  store: ImportStore;
  folders: Pick<ImportFolders, 'resolve'>;
  worker: Pick<ImportWorker, 'ask'>;
  service: Pick<MediaService, 'register'>;
  uploads: Pick<Uploads, 'reserve' | 'cancel' | 'findFinished' | 'usage'>;
  folder: Pick<MediaFolder, 'discard' | 'path' | 'sizeOf' | 'partialUpload'>;
  publish: Publish;
  database: Database;
  clock: Clock;
  dataDir: string;
  maxUploadMb: number;
}

/** Interrupts an import for a reason that does not concern a single file. The message is for people. */
export class Interruption extends Error {}

/** Codes of errors that stop the import but not its file, which is imported later, when somebody has freed space. */
const temporaryErrors: readonly string[] = ['disk_full', 'quota_exceeded'];
const publishEveryMs = 1_000;
const sourceGone = 'O arquivo enviado não está mais no servidor. Descarte esta importação e comece de novo.';
const folderGone = 'A pasta não está disponível: conecte o disco de novo.';

export function createImportSteps(deps: ImportStepsDeps) {
  const { store, folders, worker, uploads, folder, publish, database, clock } = deps;
  const fillPlaylists = createPlaylistFiller(deps);
  const importFile = createFileImport({ ...deps, locationOf, finishFile });
  let nextPublishAt = 0;

  const publishChange = ({ userId }: Pick<StoredImport, 'userId'>) =>
    publish(`user:${userId}`, { type: 'contentChanged', what: 'imports' });

  /** Returns where the import's archive or folder is. Throws `Interruption` when the archive or folder is missing. */
  async function locationOf({ archive, folder: path }: StoredImport): Promise<SourceLocation> {
    if (archive !== null) {
      if (folder.sizeOf(archive) === 0) throw new Interruption(sourceGone);
      return { archive: folder.path(archive) };
    }
    const found = await folders.resolve(path ?? '').catch(() => undefined);
    if (!found || found.folder !== path) throw new Interruption(folderGone);
    return { folder: found.folder, excluded: found.excluded };
  }

  /** Records the outcome of a file. Studios are notified at most once a second. */
  function finishFile(item: StoredImport, position: number, outcome: Parameters<typeof store.finishFile>[2]): void {
    database.tx(() => {
      store.finishFile(item.id, position, outcome);
      store.setUploadKey(item.id, null);
      if (clock.now() < nextPublishAt) return;
      nextPublishAt = clock.now() + publishEveryMs;
      publishChange(item);
    });
  }

  function releaseArchive({ id, archive }: StoredImport): void {
    if (archive === null) return;
    store.forgetArchive(id);
    database.afterCommit(() => folder.discard(folder.path(archive)));
  }

  return {
    publishChange,

    /** Lists what the import contains. Throws `ArchiveError`, `Interruption`, `disk_full`, `quota_exceeded`. */
    async read(item: StoredImport): Promise<void> {
      const { id, name } = item;
      const location = await locationOf(item);
      await store.removeFiles(id);
      let position = 0;
      const draft = joinPath(dataFolder(deps.dataDir).temporary, `import-${generateToken()}`);
      if ('archive' in location) await unpack(deps, item, location.archive, draft);
      const request = { kind: 'inspect', location, name, maxFileMb: deps.maxUploadMb, draft } as const;
      const found = await worker.ask(request, ({ files }) => {
        database.tx(() => {
          // The import may have been deleted meanwhile.
          store.findOrThrow(id, item.userId);
          store.addFiles(id, position, files);
        });
        position += files.length;
      });
      if (found.type !== 'inspected') return;
      database.tx(() => {
        store.setFound(id, found);
        if (position === 0) store.setStatus(id, 'refused', 'Não há nenhum arquivo aqui.');
        if (position === 0) releaseArchive(item);
        publishChange(item);
      });
    },

    /** Imports the next file, or finishes the import after the last one. Throws `Interruption`, `disk_full`, `quota_exceeded`. */
    async advance(item: StoredImport, isClosed: () => boolean): Promise<void> {
      if (item.uploadKey !== null) {
        // The import was interrupted after its upload was reserved and before the content was created.
        await uploads.cancel(item.uploadKey, item.userId).catch(() => {});
        database.tx(() => store.setUploadKey(item.id, null));
      }
      const file = store.nextFile(item.id);
      if (file) {
        try {
          return await importFile(item, file);
        } catch (error) {
          const concernsOneFile =
            error instanceof ArchiveError || (error instanceof AppError && !temporaryErrors.includes(error.code));
          if (!concernsOneFile || isClosed()) throw error;
          return finishFile(item, file.position, { status: 'failed', note: error.message });
        }
      }
      await fillPlaylists(item);
      database.tx(() => {
        store.setStatus(item.id, 'done');
        releaseArchive(item);
        publishChange(item);
      });
    },

    /** Stops an import with a message for people. Refuses it if its archive cannot be listed; else it can be continued. */
    async interrupt(item: StoredImport, sentence: string, isArchiveError: boolean): Promise<void> {
      if (item.status === 'reading') await store.removeFiles(item.id);
      database.tx(() => {
        const isRefused = item.status === 'reading' && isArchiveError;
        store.setStatus(item.id, isRefused ? 'refused' : 'stopped', sentence);
        if (isRefused) releaseArchive(item);
        publishChange(item);
      });
    },

    /** Deletes an import with its archive. */
    async remove(item: StoredImport): Promise<void> {
      database.tx(() => {
        // So that no step of the import begins while its files are being removed.
        store.setStatus(item.id, 'refused');
        releaseArchive(item);
      });
      await store.removeFiles(item.id);
      database.tx(() => {
        store.remove(item.id);
        publishChange(item);
      });
    },
  };
}

/** Unpacks a `.tar.gz` within the account's quota and stores its size. Throws `ArchiveError`, `disk_full`, `quota_exceeded`. */
async function unpack(
  { store, worker, uploads, database }: ImportStepsDeps,
  { id, userId, archiveBytes }: StoredImport,
  archive: string,
  draft: string,
): Promise<void> {
  const maxBytes = Math.max(0, uploads.usage(userId).freeBytes + archiveBytes);
  const unpacked = await worker.ask({ kind: 'unpack', archive, maxBytes, draft });
  if (unpacked.type === 'unpacked') database.tx(() => store.setArchiveBytes(id, unpacked.sizeBytes));
}

interface FileDeps extends ImportStepsDeps {
  locationOf(item: StoredImport): Promise<SourceLocation>;
  finishFile(item: StoredImport, position: number, outcome: Parameters<ImportStore['finishFile']>[2]): void;
}

/** Returns a function that copies a file into an upload, and creates a content unless the account already has the file. */
function createFileImport({ store, worker, service, uploads, folder, database, locationOf, finishFile }: FileDeps) {
  return async function importFile(item: StoredImport, file: WaitingFile): Promise<void> {
    const { id, userId, author } = item;
    const { path, sizeBytes, locator, position, note, name } = file;
    const location = await locationOf(item);
    const { key } = await uploads.reserve(userId, {
      fileName: fileNameOf(path),
      contentType: '',
      sizeBytes,
      isPlatform: false,
    });
    database.tx(() => store.setUploadKey(id, key));
    try {
      const draft = folder.partialUpload(key);
      const extracted = await worker.ask({ kind: 'extract', location, file: { path, sizeBytes, locator }, draft });
      if (extracted.type !== 'extracted') return;
      const { sha256 } = extracted;
      const same = store.findContentByHash(userId, sha256);
      if (same) {
        await uploads.cancel(key, userId);
        const sameFileNote = `A conta já tem este arquivo${same.name === name ? '' : `, como “${same.name}”`}.`;
        return finishFile(item, position, { status: 'same', note: sameFileNote, sha256, videoId: same.id });
      }
      const upload = await uploads.findFinished(key, userId);
      database.tx(() => {
        const { id: videoId } = service.register(
          { userId, role: 'user', userType: 'common' },
          {
            ...{ name, r2Path: key, displayDuration: file.seconds, validUntil: file.validUntil },
            ...{ useAmbientBackground: false, isPlatformVideo: false, purpose: 'information' },
          },
          upload,
          author,
        );
        finishFile(item, position, { status: 'done', note, sha256, videoId });
      });
    } catch (error) {
      await uploads.cancel(key, userId).catch(() => {});
      throw error;
    }
  };
}
