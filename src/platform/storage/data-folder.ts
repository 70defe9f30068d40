/** Names of everything in DATA_DIR, and in backups and prepared restores, which have the same names. */
import { fileFacts, joinPath, safeJoin } from './files.ts';
import { moveDurably } from './writing.ts';

/** Entries of the folder's top level. */
export const entries = {
  database: 'antessala.db',
  /** SQLite's own, beside the database: they belong to it and go with it. */
  databaseLogs: ['antessala.db-wal', 'antessala.db-shm'],
  /** Room kept for the database: given up when the disk is full. */
  spare: 'antessala.spare',
  /** Held while a server, a restore or a repair uses the folder. */
  lock: 'antessala.lock',
  /** Secrets printed at the first start: the administrator's password and the codes. */
  firstRun: 'first-run.txt',
  /** The server's own authority and certificate. */
  tls: 'tls',
  /** Finished bytes, each content once. */
  media: 'media',
  /** Uploads until they are processed. */
  uploads: 'uploads',
  /** Files that may be lost at any time. */
  temporary: 'tmp',
  /** Spoken calls of patients: they are made again when they are missing. */
  voices: 'voices',
  /** Files removed by a repair or a task, for people to check and delete. */
  setAside: 'set-aside',
  backups: 'backups',
  /** Backup folder chosen in the browser: one line. BACKUP_DIR goes before it. */
  backupFolder: 'backup-folder.txt',
  /** Files that the single executable unpacks. */
  runtime: 'runtime',
  /** A restore under way, and the note that it has begun to move things. */
  restoring: 'restoring',
  restoringNote: 'restoring.json',
  /** Written and removed to see whether anything can be. */
  writeProbe: '.write-probe',
} as const;

/** Returns the folder in which a restore keeps the previous data; `stamp` is its time as in the names of backups. */
export const beforeRestoreName = (stamp: string): string => `before-restore-${stamp}`;

/** A storage key in the database names a file in DATA_DIR: `media/ab/ab12....mp4` by the bytes' SHA-256. */
export function storageKey({ sha256, extension }: { sha256: string; extension: string }): string {
  return `${entries.media}/${sha256.slice(0, 2)}/${sha256}.${extension}`;
}

/** Returns the hash and extension in the name of a file below `media/`. */
export function bytesNamed(fileName: string): { sha256: string; extension: string } {
  const [sha256 = '', extension = ''] = fileName.split('.');
  return { sha256, extension };
}

/** True for finished bytes, which never change and may have several names. */
export const isMediaKey = (key: string): boolean => key.startsWith(`${entries.media}/`);

/** Prefix of the storage keys of all uploads. */
export const uploadPrefix = `${entries.uploads}/`;

/** Storage key of a whole upload, as it is in `videos.original_r2_path`. */
export const uploadStorageKey = (uploadKey: string): string => uploadPrefix + uploadKey;

const partSuffix = '.part';

/** Storage key of an upload that is not whole yet. */
export const partStorageKey = (uploadKey: string): string => uploadStorageKey(uploadKey) + partSuffix;

/** The upload that a file below `uploads/` belongs to, whole or not. */
export function uploadKeyOf(fileName: string): string {
  return fileName.endsWith(partSuffix) ? fileName.slice(0, -partSuffix.length) : fileName;
}

export type DataFolder = ReturnType<typeof dataFolder>;

/** The paths of one folder: DATA_DIR, a backup, or what a restore prepares. */
export function dataFolder(directory: string) {
  const path = (key: string) => joinPath(directory, key);
  const safePath = (key: string) => safeJoin(directory, key);
  const setAsidePath = (key: string) => joinPath(directory, entries.setAside, key);

  return {
    directory,
    database: path(entries.database),
    spare: path(entries.spare),
    lock: path(entries.lock),
    firstRun: path(entries.firstRun),
    tls: path(entries.tls),
    media: path(entries.media),
    uploads: path(entries.uploads),
    temporary: path(entries.temporary),
    voices: path(entries.voices),
    setAsideDirectory: path(entries.setAside),
    backups: path(entries.backups),
    backupFolder: path(entries.backupFolder),
    runtime: path(entries.runtime),
    restoring: path(entries.restoring),
    restoringNote: path(entries.restoringNote),
    writeProbe: path(entries.writeProbe),

    /** Returns the path of an entry, or of a key that this program made. */
    path,
    /** Returns the path of any key. Throws when it would lead out of the folder. */
    safePath,
    /** Returns the path of a key below `set-aside/`. */
    setAsidePath,

    /** Bytes behind a key; 0 when there is no such file. */
    sizeOf: (key: string): number => fileFacts(safePath(key))?.sizeBytes ?? 0,

    /** Moves a file to `set-aside/`, where people still find it; nothing happens when it is not there. Durable. */
    setAside(key: string): void {
      if (fileFacts(path(key))) moveDurably(path(key), setAsidePath(key));
    },
  };
}
