/** The tasks that check files and counters while the server runs. They find the same problems as the `doctor` command. */
import { counted } from '../../contract/text/units.ts';
import { type Clock, yieldToEventLoop } from '../../platform/clock.ts';
import {
  beforeRestoreRetentionMs,
  parseMediaName,
  type DataFolder,
  dataFolder,
  entries,
  isBeforeRestore,
  storageKey,
} from '../../platform/storage/data-folder.ts';
import type { Database } from '../../platform/storage/database.ts';
import { fileStats, fileSize, joinPath, listDirectory, listTree } from '../../platform/storage/files.ts';
import { removeFile, removeTree } from '../../platform/storage/writing.ts';
import type { FileStore } from '../media/library/file-store.ts';
import type { FileConsistencyStore } from '../backups/file-consistency-store.ts';
import { TaskFailure } from '../../platform/process/failures.ts';

const dayMs = 24 * 3_600_000;
/** Minimum age at which a file unknown to the database is moved. Younger files may belong to a restore in progress. */
const untrackedAfterMs = dayMs;
/** Time after which files in `set-aside/` are deleted, including files that `doctor` moved there. */
const quarantineRetentionMs = 30 * dayMs;

function* rowsOf<Row>(pages: Iterable<Row[]>): Generator<Row> {
  for (const page of pages) yield* page;
}

interface HousekeepingDeps {
  consistency: FileConsistencyStore;
  files: Pick<FileStore, 'dropUnused'>;
  dataDir: string;
  database: Database;
  clock: Clock;
}

/** Deletes old folders with data from before restores: they contain patients' names (contract/README 15.4). Returns how many. */
async function deleteDataBeforeRestores(dataDir: string, now: number): Promise<number> {
  const outdated = listDirectory(dataDir)
    .filter(isBeforeRestore)
    .map((name) => joinPath(dataDir, name))
    .filter((path) => now - (fileStats(path)?.changedAt ?? now) >= beforeRestoreRetentionMs);
  for (const path of outdated) await removeTree(path);
  return outdated.length;
}

/** Deletes the files that have been in `set-aside/` for 30 days. Returns their number. */
async function deleteQuarantined(folder: DataFolder, now: number, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (const relativePath of listTree(folder.quarantineDirectory)) {
    signal.throwIfAborted();
    const path = folder.quarantinePath(relativePath);
    // The last change of the file's metadata was its move to this folder.
    if (now - (fileStats(path)?.touchedAt ?? now) < quarantineRetentionMs) continue;
    await removeFile(path);
    deleted += 1;
  }
  return deleted;
}

export function createHousekeeping({ consistency, files, dataDir, database, clock }: HousekeepingDeps) {
  const folder = dataFolder(dataDir);

  /**
   * Moves files that the database does not know from media/ to `set-aside/`, from where a person can restore them if the database
   * is wrong. Returns their number. Nothing else in this process runs between the query for a file and its move.
   */
  async function setUntrackedFilesAside(signal: AbortSignal): Promise<number> {
    let moved = 0;
    for (const directory of listDirectory(folder.media)) {
      for (const name of listDirectory(joinPath(folder.media, directory))) {
        signal.throwIfAborted();
        const key = `${entries.media}/${directory}/${name}`;
        const path = folder.path(key);
        // The await lets the server handle requests between two files.
        if ((await fileSize(path)) === undefined) continue;
        const { sha256, extension } = parseMediaName(name);
        if (
          consistency.isStored(sha256, extension) ||
          clock.now() - (fileStats(path)?.changedAt ?? clock.now()) < untrackedAfterMs
        )
          continue;
        folder.quarantine(key);
        moved += 1;
      }
    }
    return moved;
  }

  /** Returns the number of stored files that are missing or incomplete on the disk. */
  async function countMissing(signal: AbortSignal): Promise<number> {
    let missingCount = 0;
    for (const row of rowsOf(consistency.stored())) {
      signal.throwIfAborted();
      const actualBytes = await fileSize(folder.path(storageKey(row)));
      if (actualBytes !== row.sizeBytes && consistency.isStored(row.sha256, row.extension)) missingCount += 1;
    }
    return missingCount;
  }

  return {
    countMissing,
    /**
     * Deletes unused files, old files of `set-aside/` and old data from before restores; moves untracked files to `set-aside/`.
     * Throws TaskFailure if files are missing.
     */
    async orphanedFiles(signal: AbortSignal): Promise<string> {
      let unused = 0;
      for (const page of consistency.stored()) {
        const hashes = page.map(({ sha256 }) => sha256).filter((sha256) => !consistency.isUsed(sha256));
        unused += hashes.length;
        if (hashes.length > 0) files.dropUnused(hashes);
        await yieldToEventLoop();
      }
      const deleted = await deleteQuarantined(folder, clock.now(), signal);
      const formerData = await deleteDataBeforeRestores(dataDir, clock.now());
      const moved = await setUntrackedFilesAside(signal);
      const missingCount = await countMissing(signal);
      if (missingCount > 0)
        throw new TaskFailure(
          `${counted(missingCount, 'arquivo de conteúdo falta', 'arquivos de conteúdos faltam')} no disco ou estão incompletos. Pare o servidor e use o comando doctor --repair.`,
        );
      const sentences: string[] = [];
      if (unused > 0) sentences.push(counted(unused, 'arquivo sem uso removido', 'arquivos sem uso removidos'));
      if (moved > 0)
        sentences.push(
          `${counted(moved, 'arquivo sem dono guardado', 'arquivos sem dono guardados')} em set-aside por 30 dias`,
        );
      if (deleted > 0)
        sentences.push(
          counted(deleted, 'arquivo antigo de set-aside excluído', 'arquivos antigos de set-aside excluídos'),
        );
      if (formerData > 0)
        sentences.push(
          counted(
            formerData,
            'cópia dos dados anteriores a uma restauração excluída',
            'cópias dos dados anteriores a uma restauração excluídas',
          ),
        );
      return sentences.length === 0 ? 'Nenhum arquivo sem dono.' : `${sentences.join('; ')}.`;
    },

    /** Recounts the sizes of contents and the use of accounts, and corrects wrong values. */
    async quotaRecount(signal: AbortSignal): Promise<string> {
      let items = 0;
      let correctedContents = 0;
      for (const page of consistency.items()) {
        signal.throwIfAborted();
        items += page.length;
        // Sizes are read and corrected without a pause: during a pause a content could be replaced.
        const wrong = page
          .map((item) => ({ id: item.id, sizeBytes: item.sizeBytes, expected: consistency.bytesToCount(item, folder) }))
          .filter(({ sizeBytes, expected }) => sizeBytes !== expected);
        correctedContents += wrong.length;
        if (wrong.length > 0)
          database.tx(() => {
            for (const { id, expected } of wrong) consistency.setSize(id, expected);
          });
        await yieldToEventLoop();
      }
      const accountIds = consistency.accountIds();
      let correctedAccounts = 0;
      for (const id of accountIds) {
        signal.throwIfAborted();
        correctedAccounts += Number(consistency.recountAccount(id));
        await yieldToEventLoop();
      }
      const checked = `${counted(items, 'conteúdo', 'conteúdos')} e ${counted(accountIds.length, 'conta', 'contas')} conferidos`;
      if (correctedContents + correctedAccounts === 0) return `${checked}: nada a corrigir.`;
      return `${checked}; corrigidos: ${counted(correctedContents, 'conteúdo', 'conteúdos')} e ${counted(correctedAccounts, 'conta', 'contas')}.`;
    },
  };
}
