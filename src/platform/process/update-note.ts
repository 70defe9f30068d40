/**
 * Reads and writes the note `DATA_DIR/update.json`: the program in use, and the step of an update. Each change replaces the file
 * atomically, so that after a power cut the next start continues where the update stopped (features/backups/README, Upgrades).
 */
import type { Release } from './assets.ts';
import { dataFolder } from '../storage/data-folder.ts';
import { joinPath, listDirectory, readIfThere } from '../storage/files.ts';
import { removeTreeNow, writeFileDurably } from '../storage/writing.ts';

/** A program in DATA_DIR/programs. */
export interface Program extends Release {
  file: string;
}

export interface UpdateNote {
  /** Text of `--version` of the installed executable when the note was written. Another text means that people replaced it. */
  installed: string;
  /** Program that the installed executable runs instead of itself. */
  program?: Program | undefined;
  next?:
    | (Program & {
        /**
         * `ready`: the program was checked, and waits for the server to stop. `trial`: the data were copied, and the program
         * runs but is not healthy yet. `back`: the program failed, and the copied data must be put back.
         */
        step: 'ready' | 'trial' | 'back';
        /** Number of starts in the step `trial`; a power cut or a kill may have interrupted some. */
        attempts: number;
        /** Maximum time until the program is healthy. */
        limitMs: number;
        reason?: string;
      })
    | undefined;
  /** Result of the last update. `at`: ms since 1970; `reason`: why the update failed. */
  last?: { from: string; to: string; at: number; reason?: string } | undefined;
}

/** Reasons that the launcher itself finds. Any other reason is the text that the failed program printed last. */
export const failureReasons = {
  silent: 'it did not become healthy in time',
  interrupted: 'it was interrupted at each start',
} as const;

/** Name of the database's copy from before an update, in DATA_DIR/programs. */
export const copyBeforeUpdate = 'before.db';

/** Compares two releases by number, then date. Returns a number above 0 if the first is newer. */
export function compareReleases(a: Release, b: Release): number {
  const byNumber = a.version.localeCompare(b.version, 'en', { numeric: true });
  return byNumber === 0 ? a.releaseDate.localeCompare(b.releaseDate) : byNumber;
}

/** Returns the release in the output of `--version`, or undefined. */
export function parseRelease(text: string): Release | undefined {
  const [, version, releaseDate, commit] =
    /^Antessala (\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)(?:, ([^)]+))?\)\s*$/.exec(text) ?? [];
  return version !== undefined && releaseDate !== undefined ? { version, releaseDate, commit } : undefined;
}

/** Returns the note; undefined when there is none, or it is unreadable. */
export function readUpdateNote(dataDir: string): UpdateNote | undefined {
  try {
    return JSON.parse(readIfThere(dataFolder(dataDir).updateNote) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes the note durably. */
export function writeUpdateNote(dataDir: string, note: UpdateNote): void {
  writeFileDurably(dataFolder(dataDir).updateNote, JSON.stringify(note), 0o600);
}

/** Removes everything in DATA_DIR/programs to which the note does not refer. */
export function removeUnusedPrograms(dataDir: string, { program, next }: UpdateNote): void {
  const directory = dataFolder(dataDir).programs;
  const used = [program?.file, next?.file, next && copyBeforeUpdate];
  for (const name of listDirectory(directory)) if (!used.includes(name)) removeTreeNow(joinPath(directory, name));
}
