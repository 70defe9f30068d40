/**
 * Makes a copy of the database for a standby to fetch, at most every 5 s. Runs beside the server, in a process that the standby
 * starts over ssh. The two exchange lines: this process sends `copy TIME` or, when nothing has changed, `same TIME`; the standby
 * replies `held TIME MISSING` once it has the copy, with the number of media files that it still lacks.
 */
import { CommandError } from '../../../platform/process/failures.ts';
import type { Clock } from '../../../platform/clock.ts';
import { generateKey } from '../../../platform/random.ts';
import { dataFolder } from '../../../platform/storage/data-folder.ts';
import { Database } from '../../../platform/storage/database.ts';
import { freeSpace } from '../../../platform/storage/disk-space.ts';
import { fileStats, readIfThere } from '../../../platform/storage/files.ts';
import { makeDirectory, removeTreeNow, renameIfPresent, writeFileNow } from '../../../platform/storage/writing.ts';
import { extraFiles } from '../extra-files.ts';
import { filesReferencedBy } from '../referenced-files-store.ts';
import { discardCopy, standbyFolder } from './folder.ts';

export const copyEveryMs = 5_000;

interface CopiesOptions {
  dataDir: string;
  /** User and group as which rsync reads the files; undefined: those of this process. */
  owner: { user: number; group: number } | undefined;
  clock: Clock;
  /** Lines that the standby sends. */
  lines: AsyncIterable<string>;
  send(line: string): void;
}

/** Serves a standby until it disconnects. Throws CommandError for another standby, a replaced database, and a full disk. */
export async function serveCopies({ dataDir, owner, clock, lines, send }: CopiesOptions): Promise<void> {
  const folder = standbyFolder(dataDir);
  makeDirectory(folder.directory);
  writeFileNow(folder.rsyncSettings, rsyncSettings(dataDir, owner));
  // Serve the newest connection only: the process of a broken connection may run for hours.
  const mark = generateKey();
  writeFileNow(folder.mark, mark);
  const fileId = () => {
    const stats = fileStats(dataFolder(dataDir).database);
    return `${stats?.device} ${stats?.inode}`;
  };
  const openedId = fileId();
  const database = new Database(dataFolder(dataDir).database, { isReadOnly: true });
  const received = lines[Symbol.asyncIterator]();
  let copiedVersion: number | undefined;
  try {
    for (;;) {
      const [startedAt, time] = [clock.monotonic(), new Date(clock.now()).toISOString()];
      if (readIfThere(folder.mark) !== mark) throw new CommandError('Another standby follows now.');
      // A restore has renamed the database, and this connection would still read the old one. The standby connects again.
      if (fileId() !== openedId) throw new CommandError('The database was replaced.');
      const version = database.foreignVersion();
      if (version !== copiedVersion) await copyDatabase(database, dataDir);
      send(`${version === copiedVersion ? 'same' : 'copy'} ${time}`);
      copiedVersion = version;
      const { done, value } = await received.next();
      if (done) return;
      const [word, at, missing] = value.split(' ');
      if (word === 'held' && at === time) writeFileNow(folder.report, JSON.stringify({ at, missing: Number(missing) }));
      const waitMs = copyEveryMs - (clock.monotonic() - startedAt);
      await new Promise<void>((resolve) => void clock.after(Math.max(0, waitMs), resolve));
    }
  } finally {
    database.close();
    if (readIfThere(folder.mark) === mark) discardCopy(dataDir);
  }
}

/** Replaces the copy, and the list of the files to which it refers. */
async function copyDatabase(database: Database, dataDir: string): Promise<void> {
  const folder = standbyFolder(dataDir);
  const draft = `${folder.database}.new`;
  removeTreeNow(draft);
  const { freeBytes } = await freeSpace(folder.directory);
  const neededBytes = fileStats(dataFolder(dataDir).database)?.sizeBytes ?? 0;
  if (freeBytes < 2 * neededBytes) throw new CommandError('The disk has no room for the copy.');
  await database.copyPagesTo(draft);
  const copy = new Database(draft, { isCopy: true });
  try {
    const paths = [...filesReferencedBy(copy).map(({ path }) => path), ...extraFiles(dataDir)];
    writeFileNow(folder.files, paths.map((path) => `${path}\n`).join(''));
  } finally {
    copy.close();
  }
  renameIfPresent(draft, folder.database);
}

/** Returns settings with which rsync serves this folder's files, read only, whatever the standby asks for. */
function rsyncSettings(dataDir: string, owner: CopiesOptions['owner']): string {
  const { rsyncPatterns } = standbyFolder(dataDir);
  const identity = owner ? `uid = ${owner.user}\ngid = ${owner.group}\n` : '';
  return `use chroot = no\nread only = yes\nlist = no\n${identity}[data]\npath = ${dataDir}\ninclude = ${rsyncPatterns.join(' ')}\nexclude = *\n`;
}
