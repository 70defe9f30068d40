/** Creates, changes and deletes contents (table `videos`). Call functions that change data inside a transaction. */
import { limits } from '../../../contract/limits.ts';
import type { Purpose, VideoPatch } from '../../../contract/media.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import { createAudienceStore } from './audience-store.ts';
import { createDeletionStore } from './deletion-store.ts';
import { createFailedStore } from './failed-store.ts';
import { createFileStore } from './file-store.ts';
import type { MediaFolder } from './folder.ts';
import { createProgress } from '../processing/progress.ts';
import { createQueueStore } from '../processing/queue-store.ts';
import { createPosterStore } from './poster-store.ts';
import { createReplacementStore } from './replacement-store.ts';
import type { MediaKind } from '../upload/sniff.ts';
import type { MediaUrls } from './urls.ts';
import { createVideoStore } from './video-store.ts';

export interface NewItem {
  /** null: a platform item. */
  userId: number | null;
  name: string;
  mediaType: MediaKind;
  displayDuration: number | null;
  useAmbientBackground: boolean;
  categoryId: number | null;
  purpose: Purpose;
  /** Of a music file, its soundtrack; null for a content. */
  soundtrackId: number | null;
  /** Storage key of the uploaded file; `originalBytes`: its size. */
  original: string;
  originalBytes: number;
}

export type MediaStore = ReturnType<typeof createMediaStore>;

export function createMediaStore(
  database: Database,
  clock: Clock,
  { urls, folder }: { urls: MediaUrls; folder: MediaFolder },
) {
  const files = createFileStore(database, clock, folder);
  const queue = createQueueStore(database, clock, folder);
  const posters = createPosterStore(database);
  const replacements = createReplacementStore(database, clock, files, posters);
  const progress = createProgress();

  const statements = {
    insert: database.prepare<[{ [Column in keyof NewItem]: string | number | null } & { now: number }]>(`
      INSERT INTO videos (user_id, name, original_r2_path, size_bytes, media_type, display_duration, use_ambient_background, is_platform_video, category_id, purpose, soundtrack_id, uploaded_at)
      VALUES (@userId, @name, @original, @originalBytes, @mediaType, @displayDuration, @useAmbientBackground, @userId IS NULL, @categoryId, @purpose, @soundtrackId, @now)`),
    update: database.prepare<
      [{ id: number; name: string | null; displayDuration: number | null; ambient: number | null; fit: string | null }]
    >(`
      UPDATE videos SET name = COALESCE(@name, name), display_duration = COALESCE(@displayDuration, display_duration),
        use_ambient_background = COALESCE(@ambient, use_ambient_background), fit = COALESCE(@fit, fit) WHERE id = @id`),
    setValidity: database.prepare<[string | null, string | null, number]>(
      'UPDATE videos SET valid_from = ?, valid_until = ? WHERE id = ?',
    ),
    setPurpose: database.prepare<[Purpose, number]>('UPDATE videos SET purpose = ? WHERE id = ?'),
    remove: database.prepare<[number], { owner: number | null; original: string | null; wasKept: number }>(
      'DELETE FROM videos WHERE id = ? RETURNING user_id AS owner, original_r2_path AS original, delete_at IS NULL AS wasKept',
    ),
    countFailed: database.prepare<[], { count: number }>(
      "SELECT COUNT(*) AS count FROM kept_videos WHERE processing_status = 'failed'",
    ),
  };

  return {
    ...createVideoStore(database, { urls, progress }),
    ...createAudienceStore(database, files),
    files,
    queue,
    replacements,
    posters,
    progress,
    failed: createFailedStore(database),
    deletions: createDeletionStore(database, files),

    /** Creates a pending item and returns its id. Call it in the transaction that consumes the upload. */
    create(item: NewItem): number {
      const { lastInsertRowid } = statements.insert.run({
        ...item,
        useAmbientBackground: Number(item.useAmbientBackground),
        now: clock.now(),
      });
      if (item.userId !== null) files.recountStorage(item.userId);
      return lastInsertRowid;
    },

    /** Changes an item, except its days. `displayDuration`: of images, in s; null: default. Call `findManageableOrThrow` first. */
    update(id: number, mediaType: MediaKind, patch: VideoPatch): void {
      const seconds =
        patch.displayDuration === undefined ? null : (patch.displayDuration ?? limits.defaultImageSeconds);
      statements.update.run({
        id,
        name: patch.name ?? null,
        displayDuration: mediaType === 'image' ? seconds : null,
        ambient: patch.useAmbientBackground === undefined ? null : Number(patch.useAmbientBackground),
        fit: patch.fit ?? null,
      });
    },

    /** Sets first and last day on screens; null: no bound. Call `findManageableOrThrow` first. */
    setValidity: (id: number, from: string | null, until: string | null): void =>
      void statements.setValidity.run(from, until, id),

    /** Call `findManageableOrThrow` first. */
    setPurpose: (id: number, purpose: Purpose): void => void statements.setPurpose.run(purpose, id),

    /** Deletes items with their assignments. The caller must have checked their owners. */
    remove(ids: readonly number[]): void {
      const owners = new Set<number | null>();
      for (const id of ids) {
        replacements.release(id);
        const removed = statements.remove.get(id);
        if (!removed) continue;
        // The bytes of an item whose deletion was pending are no longer counted for its owner.
        if (removed.wasKept) owners.add(removed.owner);
        files.discardLater(removed.original);
      }
      files.dropUnused();
      for (const owner of owners) if (owner !== null) files.recountStorage(owner);
    },

    /** Deletes stored files that have lost their last use, and files in `uploads/` that belong to no upload, item or import. */
    releaseUnused(): Promise<void> {
      files.dropUnused();
      return files.discardUntracked(Number.NEGATIVE_INFINITY);
    },

    /** Returns the numbers for the administrators' overview. */
    totals: () => ({ failed: statements.countFailed.get()?.count ?? 0, storedBytes: files.totalBytes() }),
  };
}
