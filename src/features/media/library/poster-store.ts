/** Stores the fields of posters (table `posters`; for pending replacements, `replacements`). Call `set` inside a transaction. */
import { AppError } from '../../../contract/errors.ts';
import type { Poster } from '../../../contract/posters.ts';
import type { Database } from '../../../platform/storage/database.ts';

export type PosterStore = ReturnType<typeof createPosterStore>;

export function createPosterStore(database: Database) {
  const statements = {
    find: database.prepare<[number, number], { fields: string | null }>(`
      SELECT COALESCE(r.poster, p.fields) AS fields FROM kept_videos v
      LEFT JOIN posters p ON p.video_id = v.id LEFT JOIN replacements r ON r.video_id = v.id
      WHERE v.id = ? AND v.user_id = ?`),
    put: database.prepare<[number, string]>('INSERT OR REPLACE INTO posters (video_id, fields) VALUES (?, ?)'),
    remove: database.prepare<[number]>('DELETE FROM posters WHERE video_id = ?'),
  };

  return {
    /** Returns a poster's fields, or those of its pending replacement. Throws `not_found` if the user has no such poster. */
    findOrThrow(videoId: number, userId: number): Poster {
      const fields = statements.find.get(videoId, userId)?.fields;
      if (fields == null) throw new AppError('not_found', 'Este conteúdo não é um cartaz.');
      return JSON.parse(fields) as Poster;
    },

    /** Stores an item's poster fields. `poster` is undefined if the item is not, or no longer, a poster. */
    set(videoId: number, poster: Poster | undefined): void {
      if (poster) statements.put.run(videoId, JSON.stringify(poster));
      else statements.remove.run(videoId);
    },
  };
}
