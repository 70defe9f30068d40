/** Adds processed contents to the database without processing them. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { sha256Hex } from '../platform/random.ts';
import { storageKey } from '../platform/storage/data-folder.ts';
import type { TestApp } from './app.ts';

export interface ContentOptions {
  /** null: a platform item. */
  userId: number | null;
  name?: string;
  categoryId?: number | null;
  mediaType?: 'image' | 'video';
  /** For images: display time in seconds. */
  displayDuration?: number | null;
  /** For videos. */
  durationMs?: number | null;
  status?: 'pending' | 'processing' | 'completed' | 'failed';
  withThumbnail?: boolean;
}

/** Writes a content and its stored files into the database, without creating the files. Returns its id. */
export function addContent(app: Pick<TestApp, 'parts'>, options: ContentOptions): number {
  const {
    userId,
    name = 'Item',
    categoryId = null,
    mediaType = 'video',
    displayDuration = null,
    durationMs = null,
    status = 'completed',
    withThumbnail = false,
  } = options;
  const { database } = app.parts;
  const { lastInsertRowid: id } = database
    .prepare<[number | null, string, string, number | null, number, number | null, string, number | null]>(`
      INSERT INTO videos (user_id, name, media_type, display_duration, is_platform_video, category_id, processing_status, duration_ms, width, height, uploaded_at, loudness_tried)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1920, 1080, 0, 1)`)
    .run(userId, name, mediaType, displayDuration, Number(userId === null), categoryId, status, durationMs);
  if (status !== 'completed') return id;
  const addFile = (kind: string, extension: string, contentType: string) => {
    const sha256 = `${kind.length.toString(16)}${id.toString(16).padStart(63, '0')}`;
    database.exec(`
      INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('${sha256}', '${extension}', '${contentType}', 1000, 0);
      INSERT INTO video_files (video_id, kind, sha256) VALUES (${id}, '${kind}', '${sha256}')`);
  };
  if (mediaType === 'image') addFile('main', 'jpg', 'image/jpeg');
  else addFile('main', 'mp4', 'video/mp4');
  if (withThumbnail) addFile('thumbnail', 'jpg', 'image/jpeg');
  return id;
}

/** Stores random bytes as a file that belongs to no content and can be fetched; `path` is its signed URL path. */
export function storeBytes(app: Pick<TestApp, 'parts' | 'dataDir'>, size: number): { bytes: Buffer; path: string } {
  const bytes = randomBytes(size);
  const sha256 = sha256Hex(bytes);
  const file = join(app.dataDir, storageKey({ sha256, extension: 'mp4' }));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  app.parts.database.exec(
    `INSERT INTO media_files (sha256, extension, content_type, size_bytes, created_at) VALUES ('${sha256}', 'mp4', 'video/mp4', ${size}, 0)`,
  );
  return { bytes, path: app.parts.urls.sign(sha256, 'mp4') };
}
