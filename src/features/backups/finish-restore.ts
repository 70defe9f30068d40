/**
 * The last step of a restore: moves the old content of a data folder aside, and the prepared content in. During this step a note
 * file exists: after an interruption, the next restore command or start of the server finds it and finishes the step.
 */
import { dataFolder, entries } from '../../platform/storage/data-folder.ts';
import { fileStats, joinPath, readText } from '../../platform/storage/files.ts';
import {
  makeDirectory,
  moveDurably,
  removeEmptyDirectory,
  removeTreeNow,
  syncNow,
  writeFileDurably,
} from '../../platform/storage/writing.ts';
import { CommandError } from '../../platform/process/failures.ts';
import { extraEntries } from './backup-format.ts';

const logs: readonly string[] = entries.databaseLogs;
/** Entries to exchange, in order: the old database's log must be moved away before the new database is moved in. */
export const swappedEntries: readonly string[] = [
  ...logs,
  entries.database,
  entries.media,
  entries.uploads,
  ...extraEntries,
];

/** True if a restore has begun to move files and has not finished. */
export const isRestoreBegun = (dataDir: string): boolean => fileStats(dataFolder(dataDir).restoringNote) !== undefined;

/** Moves the current data to `aside`, a new folder in DATA_DIR, and moves in the content of `restoring/`. Throws CommandError. */
export function swapData(dataDir: string, aside: string): void {
  writeFileDurably(dataFolder(dataDir).restoringNote, JSON.stringify({ aside }), 0o600);
  finishRestore(dataDir);
}

/** Finishes a begun restore (`isRestoreBegun`), or removes prepared files. Call it before opening the database. Throws CommandError. */
export function finishRestore(dataDir: string): void {
  try {
    resume(dataDir);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new CommandError(
      `a restore of ${dataDir} was cut off and cannot be finished (${why}). Mend that and try again: it goes on where it stopped, and nothing is lost.`,
      { cause },
    );
  }
}

function resume(dataDir: string): void {
  const folder = dataFolder(dataDir);
  const stage = dataFolder(folder.restoring);
  // Without a note nothing was moved, and the prepared files are incomplete.
  if (!isRestoreBegun(dataDir)) return removeTreeNow(stage.directory);
  const { aside: asideName } = JSON.parse(readText(folder.restoringNote)) as { aside: string };
  const aside = folder.path(asideName);
  makeDirectory(aside);
  for (const entry of swappedEntries) {
    const current = folder.path(entry);
    const next = stage.path(entry);
    const isLog = logs.includes(entry);
    // An entry missing in `restoring/` was already moved, or is an extra entry that the backup lacks: keep the current one.
    if (!isLog && !fileStats(next)) continue;
    if (fileStats(current)) moveDurably(current, joinPath(aside, entry));
    if (!isLog) moveDurably(next, current);
  }
  removeEmptyDirectory(aside);
  removeTreeNow(folder.restoringNote);
  syncNow(dataDir);
  removeTreeNow(stage.directory);
}
