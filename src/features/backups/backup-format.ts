/**
 * Defines the format of a backup: a folder with `manifest.json`, the database, and the files to which the database refers, all
 * under the same names as in DATA_DIR. A complete backup has its final name; an unfinished one is called `<name>.partial`, and
 * one that is being removed `<name>.removing`.
 */
import { dirname } from 'node:path';
import * as z from 'zod';
import { entries } from '../../platform/storage/data-folder.ts';
import { fileStats, joinPath, listDirectory, readIfThere } from '../../platform/storage/files.ts';

export const manifestName = 'manifest.json';
/** Other entries of DATA_DIR to back up, if they exist. TVs trust a restored server only if it keeps its certificates. */
export const extraEntries: readonly string[] = [entries.firstRun, entries.tls];

const namePattern = /^(?:\d{4}-\d{2}-\d{2}-\d{6}|before-\d{3}-[a-z0-9-]{1,60})(?:-\d{1,3})?$/;
export const isBackupName = (name: string): boolean => namePattern.test(name);

export const partialName = (name: string): string => `${name}.partial`;
export const removingName = (name: string): string => `${name}.removing`;
/** True for remains of an interrupted backup or removal. */
export const isLeftover = (name: string): boolean =>
  /\.(partial|removing)$/.test(name) && isBackupName(name.replace(/\.\w+$/, ''));

const pathPattern = /^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w./-]+$/;
export const isBackupPath = (path: string): boolean => pathPattern.test(path);

const file = z.object({
  /** Path relative to DATA_DIR, with `/`. */
  path: z.string().regex(pathPattern),
  sizeBytes: z.number().int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export const manifest = z.object({
  product: z.literal('antessala'),
  format: z.literal(1),
  /** `database`: only the database, copied before a migration. A restore of it keeps the current media. */
  kind: z.enum(['full', 'database']),
  createdAt: z.iso.datetime(),
  /** True for a backup made before a restore in the studio, so that people can undo the restore. */
  isBeforeRestore: z.boolean().optional(),
  version: z.string(),
  database: file,
  files: z.array(file),
  /** Files to which the database refers but which were missing or damaged on disk. */
  missing: z.array(z.string()),
});

export type BackupFile = z.infer<typeof file>;
export type Manifest = z.infer<typeof manifest>;

/** Returns the size in bytes of the database and files of a backup. */
export const sizeOf = ({ database, files }: Manifest): number =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, database.sizeBytes);

/** Returns the manifest of a backup; undefined if the folder is not a complete backup, or this user may not read it. */
export function readManifest(directory: string): Manifest | undefined {
  return parseManifest(readIfThere(joinPath(directory, manifestName)) ?? '');
}

/** Returns the manifest; undefined if it is invalid. */
export function parseManifest(text: string): Manifest | undefined {
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Returns the names of the backups in a folder; none if the folder is missing, or this user may not read it. */
export function backupNames(backupDir: string): string[] {
  try {
    return listDirectory(backupDir).filter(isBackupName);
  } catch {
    return [];
  }
}

/** Returns `name` if the folder has no such entry, or else the first free one of `name-2`, `name-3` and so on. */
export function freeName(directory: string, name: string): string {
  const existingNames = listDirectory(directory);
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}-${number}`;
    if (!existingNames.includes(candidate)) return candidate;
  }
}

/** Returns the complete backups in a folder, newest first. */
export function listBackups(backupDir: string): { name: string; manifest: Manifest }[] {
  return backupNames(backupDir)
    .flatMap((name) => {
      const found = readManifest(joinPath(backupDir, name));
      return found ? [{ name, manifest: found }] : [];
    })
    .sort((a, b) => b.manifest.createdAt.localeCompare(a.manifest.createdAt) || b.name.localeCompare(a.name));
}

/** Returns a name such as `2026-11-21-030000`, in the server's time zone. */
export function backupName(at: number, timeZone: string): string {
  const text = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at);
  return text.replaceAll(':', '').replace(' ', '-');
}

/** True if data and backups are on the same disk. A missing backup folder counts as being on the disk of its parent folder. */
export function isSameDisk(dataDir: string, backupDir: string): boolean {
  try {
    return fileStats(dataDir)?.device === (fileStats(backupDir) ?? fileStats(dirname(backupDir)))?.device;
  } catch {
    return false;
  }
}
