/** Names of all files and folders in DATA_DIR. Backups and prepared restores use the same names. */
import { fileStats, joinPath, safeJoin } from './files.ts';
import { moveDurably } from './writing.ts';

/** Entries at the folder's top level. */
export const entries = {
  database: 'antessala.db',
  /** SQLite's files beside the database: they are part of it and are moved and deleted with it. */
  databaseLogs: ['antessala.db-wal', 'antessala.db-shm'],
  /** Reserved disk space for the database, released when the disk is full. */
  spare: 'antessala.spare',
  /** Locked while a server, a restore or a repair uses the folder. */
  lock: 'antessala.lock',
  /** A socket, on which the executable that launches servers listens. */
  launcherLock: 'launcher.sock',
  /** Written after a clean stop (clean-stop.ts). */
  cleanStop: 'clean-stop.txt',
  /** Secrets created at the first start: the administrator's password and the codes. */
  firstRun: 'first-run.txt',
  /** The server's own certificate authority and certificate. */
  tls: 'tls',
  /** Processed files, named by their hash and stored once. */
  media: 'media',
  /** Uploads until they are processed. */
  uploads: 'uploads',
  /** Folders that people put here to import them. */
  import: 'import',
  /** Files that may be lost at any time. */
  temporary: 'tmp',
  /** Speech clips of patients' calls: made again when they are missing. */
  voices: 'voices',
  /** Files removed by a repair or a task, for people to check and delete. */
  quarantine: 'set-aside',
  backups: 'backups',
  /** Copies that a standby fetches from this server, or that this standby has fetched. */
  standby: 'standby',
  /** Backup folder chosen in the browser, in one line. BACKUP_DIR takes precedence. */
  backupFolder: 'backup-folder.txt',
  /** Files that the single executable unpacks. */
  runtime: 'runtime',
  /** Newer programs that the installed executable runs instead of itself, and the copy of the database from before an update. */
  programs: 'programs',
  /** The program in use, and the step of an update. */
  updateNote: 'update.json',
  /** Locked while an update is prepared. */
  updateLock: 'update.lock',
  /** Locked while an account is brought back from a backup. */
  accountLock: 'account.lock',
  /** Releases that people put here for the studio to offer. */
  updates: 'updates',
  /** A restore in progress, with a note once it has begun to move files. */
  restoring: 'restoring',
  restoringNote: 'restoring.json',
  /** Written and removed to test whether the folder is writable. */
  writeProbe: '.write-probe',
} as const;

const beforeRestorePrefix = 'before-restore-';
/** Returns the folder in which a restore keeps the previous data. `stamp`: the restore's time, as in the names of backups. */
export const beforeRestoreName = (stamp: string): string => beforeRestorePrefix + stamp;
/** Time for which the data from before a restore is kept, in that folder or in the backup made by a restore in the studio. */
export const beforeRestoreRetentionMs = 7 * 86_400_000;
export const isBeforeRestore = (name: string): boolean => name.startsWith(beforeRestorePrefix);

/** Returns the storage key of a processed file: its path in DATA_DIR, `media/ab/ab12....mp4`, named by its SHA-256. */
export function storageKey({ sha256, extension }: { sha256: string; extension: string }): string {
  return `${entries.media}/${sha256.slice(0, 2)}/${sha256}.${extension}`;
}

/** Returns the hash and extension in the name of a file below `media/`. */
export function parseMediaName(fileName: string): { sha256: string; extension: string } {
  const [sha256 = '', extension = ''] = fileName.split('.');
  return { sha256, extension };
}

/** True for a processed file, which never changes and may have several hard links. */
export const isMediaKey = (key: string): boolean => key.startsWith(`${entries.media}/`);

/** Prefix of the storage keys of all uploads. */
export const uploadPrefix = `${entries.uploads}/`;

/** Returns the storage key of a complete upload, as stored in `videos.original_r2_path`. */
export const uploadStorageKey = (uploadKey: string): string => uploadPrefix + uploadKey;

const partSuffix = '.part';

/** Returns the storage key of an incomplete upload. */
export const partStorageKey = (uploadKey: string): string => uploadStorageKey(uploadKey) + partSuffix;

/** Returns the key of the upload, complete or not, that a file below `uploads/` belongs to. */
export function uploadKeyOf(fileName: string): string {
  return fileName.endsWith(partSuffix) ? fileName.slice(0, -partSuffix.length) : fileName;
}

export type DataFolder = ReturnType<typeof dataFolder>;

/** Returns the paths of one folder: DATA_DIR, a backup, or a prepared restore. */
export function dataFolder(directory: string) {
  const path = (key: string) => joinPath(directory, key);
  const safePath = (key: string) => safeJoin(directory, key);
  const quarantinePath = (key: string) => joinPath(directory, entries.quarantine, key);

  return {
    directory,
    database: path(entries.database),
    spare: path(entries.spare),
    lock: path(entries.lock),
    cleanStop: path(entries.cleanStop),
    firstRun: path(entries.firstRun),
    tls: path(entries.tls),
    media: path(entries.media),
    uploads: path(entries.uploads),
    import: path(entries.import),
    temporary: path(entries.temporary),
    voices: path(entries.voices),
    quarantineDirectory: path(entries.quarantine),
    backups: path(entries.backups),
    standby: path(entries.standby),
    backupFolder: path(entries.backupFolder),
    runtime: path(entries.runtime),
    programs: path(entries.programs),
    updateNote: path(entries.updateNote),
    updateLock: path(entries.updateLock),
    updates: path(entries.updates),
    restoring: path(entries.restoring),
    restoringNote: path(entries.restoringNote),
    writeProbe: path(entries.writeProbe),

    /** Returns the path of an entry, or of a key that this program created. */
    path,
    /** Returns the path of any key. Throws when it would lead out of the folder. */
    safePath,
    /** Returns the path of a key below `set-aside/`. */
    quarantinePath,

    /** Returns a file's size in bytes; 0 when there is no such file. */
    sizeOf: (key: string): number => fileStats(safePath(key))?.sizeBytes ?? 0,

    /** Moves a file durably to `set-aside/`, where people can still find it. Does nothing when the file is missing. */
    quarantine(key: string): void {
      if (fileStats(path(key))) moveDurably(path(key), quarantinePath(key));
    },
  };
}
