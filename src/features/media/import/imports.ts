/**
 * Imports archives and folders (contract/README 3.12): lists their files, then imports one file after another with the same
 * checks and queue as uploads. After a crash the next start continues, and no file is lost or imported twice.
 */
import type { Author } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { yieldToEventLoop } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import { ArchiveError } from './archive/archive.ts';
import { createImportFolders } from './folders.ts';
import { createImportSteps, type ImportStepsDeps, Interruption } from './steps.ts';
import { createImportStore, type StoredImport } from './store.ts';
import { createImportWorker } from './worker-client.ts';

export interface ImportsDeps extends Omit<ImportStepsDeps, 'store' | 'folders' | 'worker'> {
  log: Pick<Log, 'error'>;
  /** Folders that administrators may import from. */
  importDirs: readonly string[];
}

export type Imports = ReturnType<typeof createImports>;

export function createImports(deps: ImportsDeps) {
  const { database, log } = deps;
  const store = createImportStore(database, deps.clock);
  const folders = createImportFolders(deps);
  const worker = createImportWorker();
  const steps = createImportSteps({ ...deps, store, folders, worker });
  /** By account: value of `turnCount` when one of its imports was chosen last. */
  const lastTurns = new Map<number, number>();
  let turnCount = 0;
  let working: Promise<void> | undefined;
  let needsAnotherRun = false;
  let isClosed = false;

  /** Returns the next import of the account that was served longest ago; of its imports, unlisted ones precede running ones. */
  function nextImport(): StoredImport | undefined {
    const [first, ...others] = store.importsWithWork();
    if (first === undefined) return undefined;
    const turnOf = ({ userId }: StoredImport) => lastTurns.get(userId) ?? 0;
    const next = others.reduce((best, each) => (turnOf(each) < turnOf(best) ? each : best), first);
    lastTurns.set(next.userId, (turnCount += 1));
    return next;
  }

  async function removeOld(): Promise<number> {
    const old = store.oldImports();
    for (const item of old) await steps.remove(item);
    return old.length;
  }

  async function work(): Promise<void> {
    for (;;) {
      await yieldToEventLoop();
      const item = isClosed ? undefined : nextImport();
      if (!item) break;
      try {
        await (item.status === 'reading' ? steps.read(item) : steps.advance(item, () => isClosed));
      } catch (error) {
        if (isClosed) break;
        const isExpected = error instanceof Interruption || error instanceof AppError || error instanceof ArchiveError;
        if (!isExpected) log.error('import stopped', { import: item.id, error });
        const sentence = isExpected ? error.message : 'Aconteceu um erro no servidor. Tente de novo mais tarde.';
        await steps.interrupt(item, sentence, error instanceof ArchiveError);
      }
    }
    await worker.end();
    if (!isClosed) await removeOld();
  }

  function wake(): void {
    if (isClosed) return;
    // The running loop may already have found that there is no more work.
    needsAnotherRun = working !== undefined;
    working ??= work()
      .catch((error: unknown) => log.error('imports stopped', { error }))
      .then(() => {
        working = undefined;
        if (needsAnotherRun) wake();
      });
  }

  return {
    store,
    folders,
    publishChange: steps.publishChange,
    remove: steps.remove,
    wake,

    /** Continues the imports that a stop or crash of the server interrupted. */
    start: wake,

    /** Stores an import, which is listed after the caller's commit. Throws `conflict` if the account has too many unfinished. */
    create(
      input: Pick<StoredImport, 'userId' | 'name' | 'archive' | 'archiveBytes' | 'folder'>,
      author: Author,
    ): StoredImport {
      if (store.countOpen(input.userId) >= limits.import.open)
        throw new AppError(
          'conflict',
          'Há importações demais em aberto. Termine ou descarte uma antes de começar outra.',
        );
      const id = store.insert({ ...input, author });
      const created = store.findOrThrow(id, input.userId);
      steps.publishChange(created);
      database.afterCommit(wake);
      return created;
    },

    /** Deletes old imports (`store.oldImports`), and continues unfinished ones. Returns the number of deleted imports. */
    async sweep(): Promise<number> {
      const removed = await removeOld();
      // The loop does not see an import after an unexpected error, nor when its account is approved again.
      wake();
      return removed;
    },

    /** Resolves when no import is being listed or run. */
    async whenIdle(): Promise<void> {
      while (working) await working;
    },

    async close(): Promise<void> {
      isClosed = true;
      await worker.end();
      await working;
    },
  };
}
