/** Files in DATA_DIR/standby, on the followed machine and on the standby. */
import { dataFolder, entries } from '../../../platform/storage/data-folder.ts';
import { joinPath, readIfThere } from '../../../platform/storage/files.ts';

export function standbyFolder(dataDir: string) {
  const directory = dataFolder(dataDir).standby;
  const shared = ['copy.db', 'files'] as const;
  return {
    directory,
    /** The copy of the database, and the paths of the files that it names, which the standby fetches. */
    database: joinPath(directory, shared[0]),
    files: joinPath(directory, shared[1]),
    rsyncSettings: joinPath(directory, 'rsyncd.conf'),
    /** Belongs to the newest connection. */
    mark: joinPath(directory, 'mark'),
    report: joinPath(directory, 'report.json'),
    /** Patterns of rsync for what the standby may read. */
    names: [
      ...[`/${entries.standby}/`, ...shared.map((name) => `/${entries.standby}/${name}`)],
      ...[entries.media, entries.uploads, entries.tls].map((name) => `/${name}/***`),
      `/${entries.firstRun}`,
    ],
  };
}

/** What the standby last reported: the time of the state that it holds (milliseconds since 1970), and the media files that it lacks. */
export interface StandbyReport {
  at: number;
  missing: number;
}

/** Returns undefined when no standby has followed this machine, or nobody may know any more (the folder was deleted). */
export function standbyReport(dataDir: string): StandbyReport | undefined {
  try {
    const { at, missing } = JSON.parse(readIfThere(standbyFolder(dataDir).report) ?? '') as Record<string, unknown>;
    return { at: Date.parse(String(at)), missing: Number(missing) };
  } catch {
    return undefined;
  }
}
