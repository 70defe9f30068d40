/** Stores the clinics' opening hours (table `opening_hours`). Functions that change data must be called inside a transaction. */
import { rulesWhileClosed, type OpeningHours } from '../../contract/programme/opening-hours.ts';
import type { Database } from '../../platform/storage/database.ts';

interface OpeningRow {
  /** Opening hours as JSON. */
  windows: string;
  outside: OpeningHours['outside'];
}

export function createOpeningStore(database: Database) {
  const find = database.prepare<[number], OpeningRow>('SELECT windows, outside FROM opening_hours WHERE user_id = ?');
  const findOfScreen = database.prepare<[number], OpeningRow & { userId: number }>(
    'SELECT o.windows, o.outside, o.user_id AS userId FROM players p JOIN opening_hours o ON o.user_id = p.user_id WHERE p.id = ?',
  );
  const set = database.prepare<[number, string, string]>(
    'INSERT OR REPLACE INTO opening_hours (user_id, windows, outside) VALUES (?, ?, ?)',
  );
  const screens = database.prepare<[number], { id: number }>('SELECT id FROM players WHERE user_id = ? ORDER BY id');
  return {
    openingHours: (userId: number): OpeningHours => toOpening(find.get(userId)),

    setOpeningHours: (userId: number, { windows, outside }: OpeningHours): void =>
      void set.run(userId, JSON.stringify(windows), outside),

    /** Returns the rules of a screen for the hours in which its clinic is closed. */
    closedRulesOf: (playerId: number) =>
      rulesWhileClosed(toOpening(findOfScreen.get(playerId))).map((rule) => ({ ...rule, dates: [] })),

    /** Returns the account of a screen if the account has opening hours. */
    accountWithHours: (playerId: number): number | undefined => findOfScreen.get(playerId)?.userId,

    /** Returns the ids of all of a user's screens. */
    ownScreens: (userId: number): number[] => screens.all(userId).map(({ id }) => id),
  };
}

const toOpening = (row: OpeningRow | undefined): OpeningHours => ({
  windows: row ? (JSON.parse(row.windows) as OpeningHours['windows']) : [],
  outside: row?.outside ?? 'dark',
});
