/** Stores the tickets of the daily queue (table `tickets`). */
import type { Ticket, TicketKind } from '../../contract/calls.ts';
import { notFound } from '../../contract/errors.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Batch } from '../../platform/storage/purge.ts';

export interface StoredTicket extends Omit<Ticket, 'createdAt' | 'queuedAt'> {
  day: string;
  /** Milliseconds since 1970, as are the times below. */
  createdAt: number;
  queuedAt: number;
  /** Time of the first call in this queue. */
  calledAt: number | null;
  /** Start of the attendance after the last call; null if not reported. */
  startedAt: number | null;
  /** Last call in this queue; its repetitions refer to it. */
  callId: number | null;
}

type NewTicket = Pick<StoredTicket, 'day' | 'kind' | 'number' | 'label' | 'serviceId' | 'createdAt'>;

export type TicketStore = ReturnType<typeof createTicketStore>;

/** Functions that change data must be called inside a transaction. */
export function createTicketStore(database: Database) {
  return { ...createQueries(database), ...createChanges(database) };
}

function createQueries(database: Database) {
  const columns = `id, day, kind, number, label, service_id AS serviceId, to_room_id AS toRoomId, status,
    created_at AS createdAt, queued_at AS queuedAt, called_at AS calledAt,
    started_at AS startedAt, call_id AS callId`;
  const byId = database.prepare<[number, number], StoredTicket>(
    `SELECT ${columns} FROM tickets WHERE id = ? AND user_id = ?`,
  );
  const queue = database.prepare<[number, string], StoredTicket>(
    `SELECT ${columns} FROM tickets WHERE user_id = ? AND day = ? AND status IN ('waiting', 'absent') ORDER BY id`,
  );
  const waitingOfDay = database.prepare<[number, string], { kind: TicketKind; total: number }>(
    "SELECT kind, count(*) AS total FROM tickets WHERE user_id = ? AND day = ? AND status = 'waiting' GROUP BY kind",
  );
  const absentOfDay = database.prepare<[number, string], { total: number }>(
    "SELECT count(*) AS total FROM tickets WHERE user_id = ? AND day = ? AND status = 'absent'",
  );
  const lastNumberOf = database.prepare<[number, string, number, TicketKind], { number: number }>(
    'SELECT number FROM tickets WHERE user_id = ? AND day = ? AND series_id = ? AND kind = ? ORDER BY number DESC LIMIT 1',
  );
  const countTickets = database.prepare<[number, string], { total: number }>(
    'SELECT count(*) AS total FROM tickets WHERE user_id = ? AND day = ?',
  );
  const labelsOfDay = database.prepare<[number, string], { label: string }>(
    'SELECT label FROM tickets WHERE user_id = ? AND day = ?',
  );
  // The condition is that of `isForRoom` (contract/text/queue-order).
  const firstWaiting = database.prepare<
    [{ user: number; day: string; kind: TicketKind; room: number; services: string | null }],
    StoredTicket
  >(
    `SELECT ${columns} FROM tickets WHERE user_id = @user AND day = @day AND kind = @kind AND status = 'waiting'
     AND iif(to_room_id IS NULL, service_id IS NULL OR @services IS NULL
       OR service_id IN (SELECT value FROM json_each(@services)), to_room_id = @room)
     ORDER BY queued_at, id LIMIT 1`,
  );
  const openIn = database.prepare<[number, string, string, number], StoredTicket>(
    `SELECT ${columns} FROM tickets WHERE user_id = ? AND day BETWEEN ? AND ? AND call_id IS NOT NULL AND status IN ('called', 'serving')
     AND (SELECT room_id FROM calls WHERE calls.id = call_id) = ?`,
  );

  return {
    /** Throws not_found. */
    ticketOrThrow(userId: number, id: number): StoredTicket {
      const row = byId.get(id, userId);
      if (!row) throw notFound('ticket');
      return row;
    },
    /** Returns the tickets that wait, and those of absent patients. */
    queue: (userId: number, day: string): StoredTicket[] => queue.all(userId, day),
    /** Counts the waiting tickets of each kind. */
    waitingOfDay(userId: number, day: string): Record<TicketKind, number> {
      const waiting: Record<TicketKind, number> = { normal: 0, preferential: 0, over80: 0 };
      for (const { kind, total } of waitingOfDay.all(userId, day)) waiting[kind] = total;
      return waiting;
    },
    absentOfDay: (userId: number, day: string): number => absentOfDay.get(userId, day)?.total ?? 0,
    countOfDay: (userId: number, day: string): number => countTickets.get(userId, day)?.total ?? 0,
    /** Returns the last number of a kind that was issued for a service, or without a service (null). */
    lastNumber: (userId: number, day: string, serviceId: number | null, kind: TicketKind): number =>
      lastNumberOf.get(userId, day, serviceId ?? 0, kind)?.number ?? 0,
    labelsOfDay: (userId: number, day: string): Set<string> =>
      new Set(labelsOfDay.all(userId, day).map(({ label }) => label)),
    /** Returns the first waiting ticket of a kind that the room may call. `serviceIds`: the room's services; null: all. */
    firstWaiting: (
      user: number,
      day: string,
      kind: TicketKind,
      room: { id: number; serviceIds: readonly number[] | null },
    ): StoredTicket | undefined =>
      firstWaiting.get({
        ...{ user, day, kind, room: room.id },
        services: room.serviceIds && JSON.stringify(room.serviceIds),
      }),
    /** Returns the tickets that are `called` or `serving`, and whose call was to the room. */
    openIn: (userId: number, days: { from: string; to: string }, roomId: number): StoredTicket[] =>
      openIn.all(userId, days.from, days.to, roomId),
  };
}

function createChanges(database: Database) {
  const insert = database.prepare<[NewTicket & { user: number; series: number }]>(
    `INSERT INTO tickets (user_id, day, series_id, kind, number, label, service_id, created_at, queued_at)
     VALUES (@user, @day, @series, @kind, @number, @label, @serviceId, @createdAt, @createdAt)`,
  );
  const markCalled = database.prepare<[number, number, number, number]>(
    "UPDATE tickets SET status = 'called', called_at = coalesce(called_at, ?), started_at = NULL, call_id = ? WHERE id = ? AND user_id = ?",
  );
  const setStatus = database.prepare<[Ticket['status'], number, number]>(
    'UPDATE tickets SET status = ? WHERE id = ? AND user_id = ?',
  );
  const setStarted = database.prepare<[number | null, number, number]>(
    'UPDATE tickets SET started_at = ? WHERE id = ? AND user_id = ?',
  );
  const forward = database.prepare<
    [Pick<StoredTicket, 'id' | 'serviceId' | 'toRoomId' | 'queuedAt'> & { user: number }]
  >(
    `UPDATE tickets SET service_id = @serviceId, to_room_id = @toRoomId, status = 'waiting', queued_at = @queuedAt,
       called_at = NULL, started_at = NULL, call_id = NULL WHERE id = @id AND user_id = @user`,
  );
  const carryOver = database.prepare<[string, number, string, number, number, string]>(
    `UPDATE OR IGNORE tickets SET day = ? WHERE user_id = ? AND day < ? AND status = 'waiting' AND created_at >= ?
     AND label NOT IN (SELECT label FROM tickets WHERE user_id = ? AND day = ?)`,
  );
  const ownersBefore = database.prepare<[string], { userId: number }>(
    'SELECT id AS userId FROM users WHERE EXISTS (SELECT 1 FROM tickets WHERE user_id = users.id AND day < ?)',
  );
  const deleteSome = database.prepare<[number, string, number]>(
    'DELETE FROM tickets WHERE id IN (SELECT id FROM tickets WHERE user_id = ? AND day < ? LIMIT ?)',
  );

  return {
    /** Returns the new id. */
    insert: (user: number, ticket: NewTicket): number =>
      insert.run({ ...ticket, user, series: ticket.serviceId ?? 0 }).lastInsertRowid,
    markCalled: (userId: number, id: number, callId: number, at: number): void =>
      void markCalled.run(at, callId, id, userId),
    /** Throws not_found. */
    setStatus(userId: number, id: number, status: Ticket['status']): void {
      if (setStatus.run(status, id, userId).changes === 0) throw notFound('ticket');
    },
    /** Stores the start of the attendance. `at`: milliseconds since 1970; null: not reported since the last call. */
    setStarted: (userId: number, id: number, at: number | null): void => void setStarted.run(at, id, userId),
    /** Puts a ticket into another queue, in which it counts as never called. */
    forward: (user: number, id: number, to: Pick<StoredTicket, 'serviceId' | 'toRoomId' | 'queuedAt'>): void =>
      void forward.run({ ...to, id, user }),
    /**
     * Moves waiting tickets of earlier days to `day`, if they were created since `since` (milliseconds since 1970) and no ticket
     * of `day` has the same label. Returns the number of moved tickets.
     */
    carryOver: (userId: number, day: string, since: number): number =>
      carryOver.run(day, userId, day, since, userId, day).changes,
    /** Returns the accounts that have tickets of days before `day`. */
    ownersBefore: (day: string): number[] => ownersBefore.all(day).map(({ userId }) => userId),
    /** Returns the batches that delete an account's tickets of days before `day`. */
    deletionBefore:
      (userId: number, day: string): Batch =>
      (limit) =>
        deleteSome.run(userId, day, limit).changes,
  };
}

/** Converts a stored ticket to the API's ticket. */
export function toTicket(stored: StoredTicket): Ticket {
  const { id, label, kind, number, serviceId, toRoomId, status, createdAt, queuedAt } = stored;
  return {
    ...{ id, label, kind, number, serviceId, toRoomId, status },
    createdAt: new Date(createdAt).toISOString(),
    queuedAt: new Date(queuedAt).toISOString(),
  };
}
