/** Imports of archives and folders (contract/README 3.12). */
import * as z from 'zod';
import { id, plainText, singleLine, timestamp } from '../common.ts';
import { limits } from '../limits.ts';

export const importFormat = z.enum(['files', 'xibo', 'yodeck', 'pisignage', 'anthias']);

/**
 * - `reading`: the files are being listed; `refused`: the files cannot be read (`error`)
 * - `ready`: the files are listed, and nothing is imported yet
 * - `running`; `stopped`: by a person, or for the reason in `error`; `POST /api/imports/:id/start` continues the import
 * - `done`
 */
export const importStatus = z.enum(['reading', 'refused', 'ready', 'running', 'stopped', 'done']);

/** `same`: the account has this file already; `skipped`: files of this kind cannot be imported; `failed`: the import failed. */
export const importFileStatus = z.enum(['waiting', 'done', 'same', 'skipped', 'failed']);

export const importSummary = z.object({
  id,
  /** Name of the archive or folder. */
  name: z.string(),
  status: importStatus,
  error: z.string().nullable(),
  /** null: not known yet. */
  format: importFormat.nullable(),
  createdAt: timestamp,
  /** Number of files by status, and total size of the waiting files in bytes. */
  counts: z.record(importFileStatus, z.number()),
  waitingBytes: z.number(),
});

const importFile = z.object({
  position: z.number(),
  path: z.string(),
  name: z.string(),
  sizeBytes: z.number(),
  mediaType: z.enum(['image', 'video']).nullable(),
  /** Display time of a picture in seconds; null: the default. */
  seconds: z.number().nullable(),
  status: importFileStatus,
  /** Why the file is not imported, or a remark about an imported file. */
  note: z.string().nullable(),
});

export const importDetails = importSummary.extend({
  playlists: z.array(
    z.object({
      position: z.number(),
      name: z.string(),
      count: z.number(),
      /** null: not created yet, or not at all (`note`). */
      id: id.nullable(),
      note: z.string().nullable(),
    }),
  ),
  /** Files that are imported or will be, at most `limits.import.shown`. */
  files: z.array(importFile),
  /** Files that are not imported, at most `limits.import.shown`. */
  left: z.array(importFile),
  /** Number of files that are in neither list, because there are too many. */
  omitted: z.number(),
  /** Missing quota: amounts by which the whole import exceeds the account's quotas. */
  missing: z.object({ contents: z.number(), bytes: z.number(), playlists: z.number() }),
});

const name = singleLine(limits.playlistNameLength, { required: 'Dê um nome à importação.' });

/** `r2Path`: `r2Key` of the caller's complete upload with `isArchive` (the name is historical). */
export const importInput = z.object({ r2Path: z.string().min(1).max(200), name });

const path = plainText(limits.folderLength);
export const importFolderInput = z.object({ folder: path.min(1) });
export const importFoldersQuery = z.object({ path: path.optional() });
/** A folder of the server and the folders in it. Without `path`: the folders from which imports are permitted. */
export const importFolderList = z.object({
  path: z.string().nullable(),
  /** Folder that contains `path`; null: `path` is one of the folders that a request without `path` returns. */
  parent: z.string().nullable(),
  folders: z.array(z.object({ name: z.string(), path: z.string() })),
});

export type ImportFormat = z.infer<typeof importFormat>;
export type ImportStatus = z.infer<typeof importStatus>;
export type ImportFileStatus = z.infer<typeof importFileStatus>;
export type ImportSummary = z.infer<typeof importSummary>;
export type ImportDetails = z.infer<typeof importDetails>;
export type ImportFile = ImportDetails['files'][number];
export type ImportFolderList = z.infer<typeof importFolderList>;
