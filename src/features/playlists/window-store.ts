/** Stores the hours of a playlist's items (table `assignment_windows`). Functions that change data must be called inside a transaction. */
import type { DayWindow } from '../../contract/programme/schedules.ts';
import type { Database } from '../../platform/storage/database.ts';
import { bitsOf, daysOf } from '../../platform/storage/weekdays.ts';

/** Returns an SQL expression for the windows of an assignment (`alias.id`) as JSON, or NULL if there are none. */
export const windowsOf = (alias: string): string =>
  `(SELECT json_group_array(json_array(w.days, w.from_minute, w.to_minute) ORDER BY w.position) FROM assignment_windows w WHERE w.assignment_id = ${alias}.id HAVING COUNT(*) > 0)`;

/** Parses the windows that `windowsOf` returns. */
export const windowsFrom = (json: string): DayWindow[] =>
  (JSON.parse(json) as [number, number, number][]).map(([bits, from, to]) => ({
    days: daysOf(bits),
    ...{ from, to },
  }));

export function createItemWindowStore(database: Database) {
  const clear = database.prepare<[number]>('DELETE FROM assignment_windows WHERE assignment_id = ?');
  const insert = database.prepare<[number, number, number, number, number]>(
    'INSERT INTO assignment_windows (assignment_id, position, days, from_minute, to_minute) VALUES (?, ?, ?, ?, ?)',
  );
  return {
    /** Replaces an item's hours. The caller must check that the assignment belongs to the user. */
    setWindows(assignmentId: number, windows: readonly DayWindow[]): void {
      clear.run(assignmentId);
      windows.forEach(({ days, from, to }, position) => insert.run(assignmentId, position, bitsOf(days), from, to));
    },
  };
}
