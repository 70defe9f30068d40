/** Stores calls and the screens' receipts (tables `calls`, `call_receipts`). */
import type { TicketKind, TicketStatus } from '../../contract/calls.ts';
import { notFound } from '../../contract/errors.ts';
import { generateKey } from '../../platform/random.ts';
import type { Database } from '../../platform/storage/database.ts';
import { inOrder, type Batch } from '../../platform/storage/purge.ts';

export interface NewCall {
  day: string;
  /** Ticket number or name, masked by the account's name policy. */
  label: string;
  isName: boolean;
  roomId: number | null;
  roomName: string;
  colour: string;
  /** True if all screens of the account show the call. */
  isOnAll: boolean;
  ticketId: number | null;
  isPriority: boolean;
  isTest: boolean;
  /** Milliseconds since 1970. */
  createdAt: number;
}

export interface StoredCall extends NewCall {
  id: number;
  /** Identifies the call in every copy of the database. */
  key: string;
  /** Id of the first call, which this call repeats; the call's own id if it is no repetition. */
  firstId: number;
  /** Number of times that the patient was called, including this call. */
  times: number;
  /** True if the patient did not appear. Taken from the ticket's status if the call has a ticket. */
  isAbsent: boolean;
  /** State of the ticket if this is its last call, otherwise null. */
  ticketStatus: TicketStatus | null;
}

/** Data of a ticket that is stored with its call. */
export interface Visit {
  kind: TicketKind;
  serviceName: string | null;
  /** Milliseconds of waiting in this queue until this call; null if the ticket was called here before, or is of an earlier day. */
  waitedMs: number | null;
}

export interface StoredVisit extends Visit, Pick<StoredCall, 'id' | 'createdAt' | 'roomName'> {
  /** Milliseconds of the attendance, from its reported start (else from the call) to its end; null if unknown. */
  attendedMs: number | null;
}

/** Receipts of one call: their number, and the shortest delay. */
export interface ReceiptSummary {
  callId: number;
  count: number;
  delayMs: number;
}

type Flag = 'isName' | 'isOnAll' | 'isPriority' | 'isTest' | 'isAbsent';
type CallRow = Omit<StoredCall, Flag> & Record<Flag, number>;
type NewRow = Omit<CallRow, 'id' | 'firstId' | 'isAbsent' | 'ticketStatus'> &
  Record<keyof Visit, string | number | null>;

export interface StoredReceipt {
  callId: number;
  playerId: number;
  playerName: string;
  delayMs: number;
  hadSound: boolean;
}

export type CallStore = ReturnType<typeof createCallStore>;

/** Key of a call. A call that was stored without a key gets one from its id and time. */
const keyColumn = "iif(key = '', id || '-' || created_at, key)";
const columns = `id, ${keyColumn} AS key, day, coalesce(first_id, id) AS firstId, label, is_name AS isName, room_id AS roomId, room_name AS roomName,
  colour, on_all AS isOnAll, ticket_id AS ticketId, is_priority AS isPriority, times, is_test AS isTest, created_at AS createdAt,
  is_absent AS isAbsent,
  (SELECT t.status FROM tickets t WHERE t.id = ticket_id AND t.call_id = coalesce(first_id, calls.id)) AS ticketStatus`;
/** SQL condition for a screen's calls: those on all screens, and those to rooms for which the screen or its group is chosen. */
const onScreen =
  '(on_all = 1 OR EXISTS (SELECT 1 FROM call_room_screens s WHERE s.room_id = calls.room_id AND s.player_id = @player))';

/** Functions that change data must be called inside a transaction. */
export function createCallStore(database: Database) {
  return {
    ...createCalls(database),
    ...createPurge(database),
    ...createNames(database),
    ...createVisits(database),
    ...createScreens(database),
  };
}

function createCalls(database: Database) {
  const byId = database.prepare<[number, number], CallRow>(`SELECT ${columns} FROM calls WHERE id = ? AND user_id = ?`);
  const keyById = database.prepare<[number, number], { key: string }>(
    `SELECT ${keyColumn} AS key FROM calls WHERE id = ? AND user_id = ?`,
  );
  const ofDay = database.prepare<[number, string], CallRow>(
    `SELECT ${columns} FROM calls WHERE user_id = ? AND day = ? AND is_last = 1 ORDER BY id DESC`,
  );
  const page = database.prepare<[{ user: number; day: string; before: number | null; limit: number }], CallRow>(
    `SELECT ${columns} FROM calls WHERE user_id = @user AND day = @day AND is_last = 1 AND (@before IS NULL OR id < @before)
     ORDER BY id DESC LIMIT @limit`,
  );
  const lastOfRooms = database.prepare<[{ user: number; day: string; before: number }], CallRow>(
    `SELECT ${columns} FROM calls WHERE id IN (
       SELECT max(id) FROM calls WHERE user_id = @user AND day = @day AND is_last = 1 AND is_test = 0 AND room_id IS NOT NULL
       GROUP BY room_id) AND id < @before ORDER BY id DESC`,
  );
  const statistics = database.prepare<[number, string], { calls: number; absent: number }>(
    `SELECT count(*) AS calls, count(*) FILTER (WHERE ticket_id IS NULL AND is_absent = 1) AS absent
     FROM calls WHERE user_id = ? AND day = ? AND is_last = 1 AND is_test = 0`,
  );
  const lastRepetitionOf = database.prepare<[number, number], CallRow>(
    `SELECT ${columns} FROM calls WHERE id = ? OR first_id = ? ORDER BY id DESC LIMIT 1`,
  );
  const insert = database.prepare<[NewRow & { user: number; first: number | null }]>(
    `INSERT INTO calls (user_id, key, day, first_id, label, is_name, room_id, room_name, colour, on_all, ticket_id, is_priority,
       times, is_test, created_at, kind, service_name, waited_ms)
     VALUES (@user, @key, @day, @first, @label, @isName, @roomId, @roomName, @colour, @isOnAll, @ticketId, @isPriority,
       @times, @isTest, @createdAt, @kind, @serviceName, @waitedMs)`,
  );
  const countOfDay = database.prepare<[number, string], { total: number }>(
    'SELECT count(*) AS total FROM calls WHERE user_id = ? AND day = ?',
  );
  const markRepeated = database.prepare<[number, number]>('UPDATE calls SET is_last = 0 WHERE id = ? AND user_id = ?');
  const lastOfSource = database.prepare<[number, string, string], CallRow>(
    `SELECT ${columns} FROM calls WHERE user_id = ? AND day = ? AND source_ticket = ? ORDER BY id DESC LIMIT 1`,
  );
  const setSourceTicket = database.prepare<[string, number, number]>(
    'UPDATE calls SET source_ticket = ? WHERE id = ? AND user_id = ?',
  );
  const setAbsent = database.prepare<[number, number, number]>(
    'UPDATE calls SET is_absent = ? WHERE id = ? AND user_id = ?',
  );

  function insertRow(userId: number, call: NewCall, first: number | null, times: number, visit: Visit | null): number {
    const flags = {
      isName: Number(call.isName),
      isOnAll: Number(call.isOnAll),
      isPriority: Number(call.isPriority),
      isTest: Number(call.isTest),
    };
    const { kind = null, serviceName = null, waitedMs = null } = visit ?? {};
    const row = { ...call, ...flags, kind, serviceName, waitedMs, key: generateKey(), user: userId, first, times };
    return insert.run(row).lastInsertRowid;
  }

  return {
    /** Throws not_found. */
    callOrThrow(userId: number, id: number): StoredCall {
      const row = byId.get(id, userId);
      if (!row) throw notFound('call');
      return toCall(row);
    },
    findKey: (userId: number, id: number): string | undefined => keyById.get(id, userId)?.key,
    /** Returns the day's calls, the last repetition of each, newest first. */
    ofDay: (userId: number, day: string): StoredCall[] => ofDay.all(userId, day).map(toCall),
    /** Returns at most `limit` calls with ids below `before`, the last repetition of each, newest first. */
    page: (userId: number, day: string, { before = null, limit }: { before?: number | null; limit: number }) =>
      page.all({ user: userId, day, before, limit }).map(toCall),
    /** Returns the last call of each room if its id is below `before`. Excludes test calls. */
    lastOfRooms: (userId: number, day: string, before: number): StoredCall[] =>
      lastOfRooms.all({ user: userId, day, before }).map(toCall),
    /** Counts a day's calls and its absent patients without a ticket. Excludes repetitions and test calls. */
    statistics: (userId: number, day: string) => statistics.get(userId, day) ?? { calls: 0, absent: 0 },
    /** Counts all calls of a day, repetitions included. */
    countOfDay: (userId: number, day: string): number => countOfDay.get(userId, day)?.total ?? 0,
    /** Returns the new id. `visit`: data of the ticket that is called, if any. */
    insert: (userId: number, call: NewCall, visit: Visit | null = null): number =>
      insertRow(userId, call, null, 1, visit),
    /** Returns the last repetition of a call, or the call itself. */
    lastRepetition(call: StoredCall): StoredCall {
      const row = lastRepetitionOf.get(call.firstId, call.firstId);
      return row ? toCall(row) : call;
    },
    /** Returns the day's newest call for a ticket number of other software. */
    lastOfSource(userId: number, day: string, ticket: string): StoredCall | undefined {
      const row = lastOfSource.get(userId, day, ticket);
      return row && toCall(row);
    },
    setSourceTicket: (userId: number, id: number, ticket: string): void => void setSourceTicket.run(ticket, id, userId),
    /** Inserts a repetition of a call; returns its id. */
    repeat(userId: number, last: StoredCall, { day, createdAt }: Pick<NewCall, 'day' | 'createdAt'>): number {
      markRepeated.run(last.id, userId);
      return insertRow(userId, { ...last, day, createdAt }, last.firstId, last.times + 1, null);
    },
    /** Sets whether the patient is absent. The call must have no ticket, and must be the last repetition. */
    setAbsent: (userId: number, id: number, isAbsent: boolean): void =>
      void setAbsent.run(Number(isAbsent), id, userId),
  };
}

/** Deletes old calls in batches. */
function createPurge(database: Database) {
  const ownersBefore = database.prepare<[number], { userId: number }>(
    `SELECT id AS userId FROM users WHERE EXISTS (SELECT 1 FROM calls WHERE user_id = users.id AND created_at < ?)`,
  );
  const batchBefore = 'SELECT id FROM calls WHERE user_id = @user AND created_at < @at ORDER BY created_at LIMIT 100';
  // The receipts are deleted first: a call may have one from each of many screens.
  const deleteReceipts = database.prepare<[{ user: number; at: number; limit: number }]>(
    `DELETE FROM call_receipts WHERE (call_id, player_id) IN (
       SELECT call_id, player_id FROM call_receipts WHERE call_id IN (${batchBefore}) LIMIT @limit)`,
  );
  const deleteCalls = database.prepare<[{ user: number; at: number; limit: number }]>(
    `DELETE FROM calls WHERE id IN (SELECT id FROM (${batchBefore}) LIMIT @limit)`,
  );

  return {
    /** Returns the accounts that have calls created before `at` (milliseconds since 1970). */
    ownersBefore: (at: number): number[] => ownersBefore.all(at).map(({ userId }) => userId),
    /** Returns the batches that delete an account's calls created before `at` (milliseconds since 1970). */
    deletionBefore: (user: number, at: number): Batch => {
      const deleteSome = (statement: typeof deleteCalls) => (limit: number) =>
        statement.run({ user, at, limit }).changes;
      return inOrder(deleteSome(deleteReceipts), deleteSome(deleteCalls));
    },
  };
}

/** Stores and erases the names of patients. */
function createNames(database: Database) {
  const names = database.prepare<[number], { id: number; label: string }>(
    'SELECT id, label FROM calls WHERE is_name = 1 AND +user_id = ?',
  );
  const ownersOfNames = database.prepare<[number], { userId: number }>(
    'SELECT DISTINCT +user_id AS userId FROM calls WHERE is_name = 1 AND created_at < ?',
  );
  // Replace each byte by a space: SQLite overwrites a row of equal size in place, so that no copy stays in the page.
  const overwrite =
    "UPDATE calls SET label = printf('%*s', length(CAST(label AS BLOB)), ''), is_name = 0 WHERE is_name = 1 AND";
  const overwriteNames = database.prepare<[number, number]>(
    `${overwrite} id IN (SELECT id FROM calls WHERE is_name = 1 AND created_at < ? LIMIT ?)`,
  );
  const overwriteName = database.prepare<[number, number]>(`${overwrite} id = ? AND user_id = ?`);
  const setName = database.prepare<[string, number, number]>(
    'UPDATE calls SET label = ?, is_name = 1 WHERE id = ? AND user_id = ?',
  );

  return {
    /** Returns an account's calls whose label is a name. */
    namesOf: (userId: number) => names.all(userId),
    /** Returns the accounts that have calls created before `before` whose label is a name. */
    ownersOfNames: (before: number): number[] => ownersOfNames.all(before).map(({ userId }) => userId),
    /** Erases names created before `before`, at most `limit`, and returns their number. Must be called in `Database.erase`. */
    eraseNames: (before: number, limit: number): number => overwriteNames.run(before, limit).changes,
    /**
     * Replaces a name by `label`, or erases it if `label` is undefined. Changes nothing if it was erased before. Must be called
     * in `Database.erase`.
     */
    replaceName(userId: number, id: number, label: string | undefined): void {
      if (overwriteName.run(id, userId).changes > 0 && label !== undefined) setName.run(label, id, userId);
    },
  };
}

/** Stores and reads data of calls for the queue and the reports. */
function createVisits(database: Database) {
  const setAttended = database.prepare<[number | null, number, number]>(
    'UPDATE calls SET attended_ms = ? WHERE id = ? AND user_id = ? AND kind IS NOT NULL',
  );
  const lastKinds = database.prepare<[number, string, number], { kind: TicketKind }>(
    'SELECT kind FROM calls WHERE user_id = ? AND day = ? AND kind IS NOT NULL AND is_test = 0 ORDER BY id DESC LIMIT ?',
  );
  const timesOfDay = database.prepare<[number, string], { createdAt: number }>(
    'SELECT created_at AS createdAt FROM calls WHERE user_id = ? AND day = ? AND is_last = 1 AND is_test = 0',
  );
  const receiptSummaries = database.prepare<[number, string], ReceiptSummary>(
    `SELECT call_id AS callId, count(*) AS count, min(delay_ms) AS delayMs FROM calls JOIN call_receipts ON call_id = calls.id
     WHERE user_id = ? AND day = ? AND is_last = 1 AND is_test = 0 GROUP BY call_id`,
  );
  const visits = database.prepare<[number, string], StoredVisit>(
    `SELECT id, created_at AS createdAt, room_name AS roomName, kind, service_name AS serviceName, waited_ms AS waitedMs,
       attended_ms AS attendedMs FROM calls WHERE user_id = ? AND day = ? AND kind IS NOT NULL AND is_test = 0`,
  );

  return {
    /** Returns a day's calls of tickets with waiting and attendance times, without repetitions and tests. */
    visits: (userId: number, day: string): StoredVisit[] => visits.all(userId, day),
    /** Returns when a day's calls were made (milliseconds since 1970), without tests; of repetitions only the last one. */
    timesOfDay: (userId: number, day: string): number[] =>
      timesOfDay.all(userId, day).map(({ createdAt }) => createdAt),
    /** Returns number and shortest delay of the receipts of each call of a day that has receipts. */
    receiptSummaries: (userId: number, day: string): ReceiptSummary[] => receiptSummaries.all(userId, day),
    /** Stores how long the patient of a ticket's call was attended; null if unknown. `id`: the first call, not a repetition. */
    setAttended: (userId: number, id: number, ms: number | null): void => void setAttended.run(ms, id, userId),
    /** Returns the kinds of the last `limit` called tickets, newest first. */
    lastKinds: (userId: number, day: string, limit: number): TicketKind[] =>
      lastKinds.all(userId, day, limit).map(({ kind }) => kind),
  };
}

/** Id and key of the newest call for a screen; 0 and an empty key if there is none. */
export interface LastCall {
  lastCallId: number;
  lastCallKey: string;
}

/** A screen of an account, and the time after which its calls are returned (milliseconds since 1970). */
interface ScreenQuery {
  user: number;
  player: number;
  since: number;
}

function createScreens(database: Database) {
  const roomScreens = database.prepare<[number], { roomId: number; playerId: number }>(
    `SELECT DISTINCT room_id AS roomId, player_id AS playerId FROM call_room_screens
     WHERE room_id IN (SELECT id FROM call_rooms WHERE user_id = ?)`,
  );
  const newerThan = database.prepare<[ScreenQuery & { after: number; limit: number }], CallRow>(
    `SELECT ${columns} FROM calls WHERE user_id = @user AND created_at > @since AND id > @after AND trim(label) <> '' AND ${onScreen}
     ORDER BY id DESC LIMIT @limit`,
  );
  const recent = database.prepare<[ScreenQuery & { limit: number }], CallRow>(
    `SELECT ${columns} FROM calls WHERE user_id = @user AND created_at > @since AND trim(label) <> '' AND is_last = 1 AND is_test = 0
     AND ${onScreen} ORDER BY id DESC LIMIT @limit`,
  );
  const last = database.prepare<[ScreenQuery], LastCall>(
    `SELECT id AS lastCallId, ${keyColumn} AS lastCallKey FROM calls WHERE user_id = @user AND created_at > @since AND ${onScreen} ORDER BY id DESC LIMIT 1`,
  );
  const callForScreen = database.prepare<[{ call: number; user: number; player: number }], CallRow>(
    `SELECT ${columns} FROM calls WHERE id = @call AND user_id = @user AND ${onScreen}`,
  );
  const callsForScreen = database.prepare<
    [{ calls: string; user: number; player: number }],
    Pick<StoredCall, 'id' | 'key'>
  >(
    `SELECT id, ${keyColumn} AS key FROM calls WHERE id IN (SELECT value FROM json_each(@calls)) AND user_id = @user AND ${onScreen}`,
  );
  const receipts = database.prepare<[{ calls: string }], Omit<StoredReceipt, 'hadSound'> & { hadSound: number }>(
    `SELECT r.call_id AS callId, r.player_id AS playerId, p.name AS playerName, r.delay_ms AS delayMs, r.had_sound AS hadSound
     FROM call_receipts r JOIN players p ON p.id = r.player_id
     WHERE r.call_id IN (SELECT value FROM json_each(@calls)) ORDER BY r.delay_ms, r.player_id`,
  );
  const nameOf = database.prepare<[number], { name: string }>('SELECT name FROM players WHERE id = ?');
  const receive = database.prepare<[number, number, number, number], { delayMs: number }>(
    `INSERT INTO call_receipts (call_id, player_id, delay_ms, had_sound) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET had_sound = 1 WHERE had_sound = 0 AND excluded.had_sound = 1 RETURNING delay_ms AS delayMs`,
  );

  return {
    /** Returns a pair of each room and each screen chosen for it, directly or by a group. */
    screensOfRooms: (userId: number) => roomScreens.all(userId),
    /** Returns the newest calls for a screen with ids above `after`, oldest first. */
    newerThan: (query: ScreenQuery & { after: number; limit: number }): StoredCall[] =>
      newerThan.all(query).map(toCall).reverse(),
    /** Returns the last repetition of each call for a screen, newest first, without test calls. */
    recent: (query: ScreenQuery & { limit: number }): StoredCall[] => recent.all(query).map(toCall),
    /** Returns the last call for a screen. */
    last: (query: ScreenQuery): LastCall => last.get(query) ?? { lastCallId: 0, lastCallKey: '' },
    /** Throws not_found for a call that is not for this screen. */
    callForScreenOrThrow(query: { call: number; user: number; player: number }): StoredCall {
      const row = callForScreen.get(query);
      if (!row) throw notFound('call');
      return toCall(row);
    },
    /** Returns the keys, by call id, of the given calls that this screen shows. */
    keysForScreen: (callIds: readonly number[], user: number, player: number): Map<number, string> =>
      new Map(callsForScreen.all({ calls: JSON.stringify(callIds), user, player }).map(({ id, key }) => [id, key])),
    screenName: (playerId: number): string => nameOf.get(playerId)?.name ?? '',
    /** Returns the receipts of the calls, the shortest delay first. */
    receipts: (callIds: readonly number[]): StoredReceipt[] =>
      receipts.all({ calls: JSON.stringify(callIds) }).map((row) => ({ ...row, hadSound: row.hadSound === 1 })),
    /**
     * Stores a receipt and returns its delay, or undefined when the receipt contains nothing new. A second receipt may
     * report that the sound was heard; the first delay remains.
     */
    receive: (callId: number, playerId: number, delayMs: number, hadSound: boolean): number | undefined =>
      receive.get(callId, playerId, delayMs, Number(hadSound))?.delayMs,
  };
}

function toCall({ isName, isOnAll, isPriority, isTest, isAbsent, ...row }: CallRow): StoredCall {
  return {
    ...row,
    label: row.label.trim(),
    isName: isName === 1,
    isOnAll: isOnAll === 1,
    isPriority: isPriority === 1,
    isTest: isTest === 1,
    isAbsent: row.ticketId === null ? isAbsent === 1 : row.ticketStatus === 'absent',
  };
}
