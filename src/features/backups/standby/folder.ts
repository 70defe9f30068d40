/** Files in DATA_DIR/standby, on the followed machine and on the standby. */
import { dataFolder, entries } from '../../../platform/storage/data-folder.ts';
import { fileStats, joinPath, readIfThere } from '../../../platform/storage/files.ts';
import { removeTreeNow } from '../../../platform/storage/writing.ts';

export function standbyFolder(dataDir: string) {
  const directory = dataFolder(dataDir).standby;
  const shared = ['copy.db', 'files'] as const;
  return {
    directory,
    /** The copy of the database, and the list of the files to which it refers: the standby fetches both. */
    database: joinPath(directory, shared[0]),
    files: joinPath(directory, shared[1]),
    rsyncSettings: joinPath(directory, 'rsyncd.conf'),
    /** Contains a random text of the newest connection, so that older connections notice the newer one. */
    mark: joinPath(directory, 'mark'),
    /** Contains the last `StandbyReport`. */
    report: joinPath(directory, 'report.json'),
    /** On a standby, its two copies of the database, of which one may be incomplete. */
    slots: ['0.db', '1.db'].map((name) => joinPath(directory, name)),
    /** On a standby that follows, number and time of the newest complete copy. */
    held: joinPath(directory, 'held'),
    /** On a standby, path of the copy that a take-over uses. */
    adopted: joinPath(directory, 'adopted'),
    /** Patterns of the files that a standby may read. */
    rsyncPatterns: [
      ...[`/${entries.standby}/`, ...shared.map((name) => `/${entries.standby}/${name}`)],
      ...[entries.media, entries.uploads, entries.tls].map((name) => `/${name}/***`),
      `/${entries.firstRun}`,
    ],
  };
}

/** Removes the copy: it would keep patients' names that are erased from the database. */
export function discardCopy(dataDir: string): void {
  const { database } = standbyFolder(dataDir);
  for (const path of [database, `${database}.new`]) removeTreeNow(path);
}

/** Removes copies that a crash or a take-over did not remove. Call it at the start: a standby connects again for a new copy. */
export function discardUnusedCopies(dataDir: string): void {
  discardCopy(dataDir);
  const { held, slots } = standbyFolder(dataDir);
  if (!fileStats(held)) for (const path of slots) removeTreeNow(path);
}

/** What the standby last reported. */
export interface StandbyReport {
  /** Time of its copy of the database (milliseconds since 1970). */
  at: number;
  /** Number of media files that it lacks. */
  missing: number;
}

/** Returns the last report; undefined when no standby has followed this machine, or the report was deleted. */
export function standbyReport(dataDir: string): StandbyReport | undefined {
  try {
    const { at, missing } = JSON.parse(readIfThere(standbyFolder(dataDir).report) ?? '') as Record<string, unknown>;
    return { at: Date.parse(String(at)), missing: Number(missing) };
  } catch {
    return undefined;
  }
}
