/** How the screens of each account look (table `display_settings`). */
import type { DisplaySettings } from '../../contract/display.ts';
import type { Database } from '../../platform/storage/database.ts';

export type DisplayStore = ReturnType<typeof createDisplayStore>;

export function createDisplayStore(database: Database) {
  const select = database.prepare<[number], { shrinksPicture: number }>(
    'SELECT shrinks_picture AS shrinksPicture FROM display_settings WHERE user_id = ?',
  );
  const save = database.prepare<[number, number]>(
    `INSERT INTO display_settings (user_id, shrinks_picture) VALUES (?, ?)
     ON CONFLICT (user_id) DO UPDATE SET shrinks_picture = excluded.shrinks_picture`,
  );

  const of = (userId: number): DisplaySettings => ({ shrinksPicture: select.get(userId)?.shrinksPicture !== 0 });

  return {
    of,

    /** What `changes` leaves out stays. */
    save(userId: number, changes: Partial<DisplaySettings>): DisplaySettings {
      save.run(userId, Number({ ...of(userId), ...changes }.shrinksPicture));
      return of(userId);
    },
  };
}
