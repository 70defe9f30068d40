/** Stores replacements of items' files (table `replacements`; contract/README 3.8). Call its functions inside a transaction. */
import { limits } from '../../../contract/limits.ts';
import type { Poster } from '../../../contract/posters.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { FileStore } from './file-store.ts';
import type { PosterStore } from './poster-store.ts';
import type { MediaKind } from '../upload/sniff.ts';

/** An uploaded file: its storage key, its kind, and the fields of the poster that it shows. */
export interface UploadedFile {
  storageKey: string;
  mediaType: MediaKind;
  poster?: Poster | undefined;
}

/** Returns SQL for a display duration: of an image the stored one or the default, of a video null. `mediaType` is SQL too. */
export const displayDurationOf = (mediaType: string) =>
  `CASE ${mediaType} WHEN 'image' THEN COALESCE(display_duration, ${limits.defaultImageSeconds}) END`;

export function createReplacementStore(database: Database, clock: Clock, files: FileStore, posters: PosterStore) {
  const statements = {
    original: database.prepare<[number], { path: string | null }>(
      'SELECT original_r2_path AS path FROM replacements WHERE video_id = ?',
    ),
    originalOfItem: database.prepare<[number], { path: string | null }>(
      'SELECT original_r2_path AS path FROM videos WHERE id = ?',
    ),
    put: database.prepare<[{ id: number; path: string; kind: MediaKind; poster: string | null; now: number }]>(`
      INSERT OR REPLACE INTO replacements (video_id, original_r2_path, media_type, poster, created_at)
      VALUES (@id, @path, @kind, @poster, @now)`),
    beginAgain: database.prepare<[{ id: number; path: string; kind: MediaKind }]>(`
      UPDATE videos SET original_r2_path = @path, media_type = @kind, display_duration = ${displayDurationOf('@kind')},
        processing_status = 'pending', processing_error = NULL, processing_attempts = 0 WHERE id = @id`),
    remove: database.prepare<[number]>('DELETE FROM replacements WHERE video_id = ?'),
  };

  const release = (id: number): void => files.discardLater(statements.original.get(id)?.path ?? null);

  return {
    /** Queues a replacement instead of an earlier one. The item is unchanged until the replacement is processed. */
    put(id: number, { storageKey: path, mediaType: kind, poster }: UploadedFile): void {
      release(id);
      statements.put.run({ id, path, kind, poster: poster ? JSON.stringify(poster) : null, now: clock.now() });
      files.recount(id);
    },

    /** Queues a failed item again with this file instead of its original. */
    beginAgain(id: number, { storageKey: path, mediaType: kind, poster }: UploadedFile): void {
      files.discardLater(statements.originalOfItem.get(id)?.path ?? null);
      release(id);
      statements.remove.run(id);
      statements.beginAgain.run({ id, path, kind });
      posters.set(id, poster);
      files.recount(id);
    },

    /** Deletes the item's replacement and its file. Returns false when there is no replacement. */
    discard(id: number): boolean {
      release(id);
      const wasRemoved = statements.remove.run(id).changes > 0;
      if (wasRemoved) files.recount(id);
      return wasRemoved;
    },

    /** Discards the replacement's file. Call it before the item's row is deleted, which deletes the replacement's row too. */
    release,
  };
}
