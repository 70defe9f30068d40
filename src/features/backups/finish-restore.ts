/**
 * The last step of a restore: the old content of a data folder moves aside, the prepared one in. A note says so while it
 * happens: whoever comes next, the command or a start of the server, finishes what was cut off.
 */
import { dataFolder, entries } from '../../platform/storage/data-folder.ts';
import { fileFacts, joinPath, readText } from '../../platform/storage/files.ts';
import {
  makeDirectory,
  moveDurably,
  removeEmptyDirectory,
  removeTreeNow,
  syncNow,
  writeFileDurably,
} from '../../platform/storage/writing.ts';
import { ShellError } from '../../platform/process/failures.ts';
import { besides } from './backup-format.ts';

const logs: readonly string[] = entries.databaseLogs;
/** The log belongs to the old database: it leaves before the new one comes. */
export const swapped: readonly string[] = [...logs, entries.database, entries.media, entries.uploads, ...besides];

/** True while a restore has begun to move things and is not at its end. */
export const isBegun = (dataDir: string): boolean => fileFacts(dataFolder(dataDir).restoringNote) !== undefined;

/** Moves the present data to `aside`, a new folder in DATA_DIR, and `restoring/` into its place. Throws ShellError. */
export function swap(dataDir: string, aside: string): void {
  writeFileDurably(dataFolder(dataDir).restoringNote, JSON.stringify({ aside }), 0o600);
  finishRestore(dataDir);
}

/** Finishes an interrupted restore, or clears what it prepared, before the database is opened. Throws ShellError. */
export function finishRestore(dataDir: string): void {
  try {
    goOn(dataDir);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ShellError(
      `a restore of ${dataDir} was cut off and cannot be finished (${why}). Mend that and try again: it goes on where it stopped, and nothing is lost.`,
      { cause },
    );
  }
}

function goOn(dataDir: string): void {
  const folder = dataFolder(dataDir);
  const stage = dataFolder(folder.restoring);
  // Without a note nothing was moved: what was being prepared is unusable.
  if (!isBegun(dataDir)) return removeTreeNow(stage.directory);
  const { aside: asideName } = JSON.parse(readText(folder.restoringNote)) as { aside: string };
  const aside = folder.path(asideName);
  makeDirectory(aside);
  for (const entry of swapped) {
    const current = folder.path(entry);
    const next = stage.path(entry);
    const isLog = logs.includes(entry);
    // What was moved in already stands no more in `restoring/`. Of the things beside, those that the backup lacks stay.
    if (!isLog && !fileFacts(next)) continue;
    if (fileFacts(current)) moveDurably(current, joinPath(aside, entry));
    if (!isLog) moveDurably(next, current);
  }
  removeEmptyDirectory(aside);
  removeTreeNow(folder.restoringNote);
  syncNow(dataDir);
  removeTreeNow(stage.directory);
}
