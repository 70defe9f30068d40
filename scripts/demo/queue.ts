/**
 * Fills the queue of the demo's clinic with a morning of tickets. Writes past times into the database, because the API accepts
 * none: those of five weeks of calls for the report, and of today's tickets and calls.
 */
import type { TicketKind } from '../../src/contract/calls.ts';
import { createCallStore } from '../../src/features/calls/call-store.ts';
import type { Database } from '../../src/platform/storage/database.ts';
import type { Client } from '../../src/testing/client.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The demo's clinic is in São Paulo, three hours behind UTC. */
const zoneMs = -180 * minuteMs;
const opensAtMinute = 7 * 60 + 10;

/** The account, and the database in which its times are changed. */
export interface PastOptions {
  database: Database;
  userId: number;
  /** Date.now(). */
  now: number;
}

interface ServiceInRoom {
  room: { id: number; name: string; colour: string };
  service: { name: string; prefix: string };
  /** Usual time for which a patient is served. */
  minutes: number;
}

/**
 * Issues sixteen tickets, calls eight of them to two rooms, and calls a number that has no ticket. Without `past`, patients wait
 * and are served only for the milliseconds of these requests, and there are no older calls. Returns the ids of the nine calls.
 */
export async function fillQueue(studio: Client, past: PastOptions | undefined): Promise<number[]> {
  const [desk, office] = await studio.call('GET /api/call-rooms');
  const [exams, doctor] = await studio.call('GET /api/call-services');
  if (!desk || !office || !exams || !doctor) throw new Error('The demo needs two rooms and two services.');
  if (past)
    addPastCalls(past, [
      { room: desk, service: exams, minutes: 4 },
      { room: office, service: doctor, minutes: 11 },
    ]);
  for (const kind of [
    'normal',
    'preferential',
    'normal',
    'normal',
    'over80',
    'normal',
    'preferential',
    'normal',
  ] as const)
    for (const { id: serviceId } of [exams, doctor])
      await studio.call('POST /api/tickets', { body: { kind, serviceId } });
  if (past) ageWaitingTickets(past);

  const { id: typedId } = await studio.call('POST /api/calls', { body: { label: 'P042', roomId: office.id } });
  const callIds = [typedId];
  for (const status of ['done', 'absent', 'done', 'serving'] as const)
    for (const { id: roomId } of [desk, office]) {
      const { id, ticketId } = await studio.call('POST /api/calls/next', { body: { roomId } });
      callIds.push(id);
      if (ticketId !== null)
        await studio.call('PATCH /api/tickets/:id', { params: { id: ticketId }, body: { status } });
    }
  if (past) lengthenServiceTimes(past);
  console.log(`The queue: eight waiting, eight called${past ? ', and the calls of five weeks' : ''}.`);
  return callIds;
}

/** Adds the calls of the 35 days before today: until 18:00 from Monday to Friday, until 12:00 on Saturdays. */
function addPastCalls({ database, userId, now }: PastOptions, services: readonly ServiceInRoom[]): void {
  const calls = createCallStore(database);
  const today = Math.floor((now + zoneMs) / dayMs);
  database.tx(() => {
    for (let date = today - 35; date < today; date += 1) {
      const weekday = new Date(date * dayMs).getUTCDay();
      if (weekday === 0) continue;
      const openMinutes = (weekday === 6 ? 12 : 18) * 60 - opensAtMinute;
      const patients = Math.round(openMinutes / 14) + ((date * 7) % 9);
      for (let index = 0; index < patients; index += 1) {
        const service = services[index % services.length];
        if (service) addVisit(date, index, opensAtMinute + Math.round((index * openMinutes) / patients), service);
      }
    }
  });

  /** Adds the visit of the patient with this index on this date (in days since 1970), called at this minute of the day. */
  function addVisit(date: number, index: number, minute: number, { room, service, minutes }: ServiceInRoom): void {
    const kind: TicketKind = index % 5 === 1 ? 'preferential' : index % 17 === 3 ? 'over80' : 'normal';
    const variation = (date * 5 + index * 7) % 11;
    const rush = 14 * Math.exp(-(((minute / 60 - 9.5) / 1.6) ** 2));
    const waitedMs = Math.round((3 + variation + rush) * (kind === 'normal' ? 1 : 0.6) * minuteMs);
    const id = calls.insert(
      userId,
      {
        ...{
          day: new Date(date * dayMs).toISOString().slice(0, 10),
          label: labelOf(service.prefix, index),
          isName: false,
        },
        ...{ roomId: room.id, roomName: room.name, colour: room.colour, isOnAll: true, ticketId: null },
        ...{ isPriority: kind !== 'normal', isTest: false },
        createdAt: date * dayMs - zoneMs + minute * minuteMs,
      },
      { kind, serviceName: service.name, waitedMs },
    );
    if (index % 23 === 7) calls.setAbsent(userId, id, true);
    else calls.setAttended(userId, id, Math.round((minutes + variation) * minuteMs));
  }
}

const labelOf = (prefix: string, index: number) => `${prefix}${String(index + 1).padStart(3, '0')}`;

/** Makes the waiting tickets as old as if they had been taken one after the other in the last hour, but not before today. */
function ageWaitingTickets({ database, userId, now }: PastOptions): void {
  const sinceMidnight = (now + zoneMs) % dayMs;
  const span = Math.min(60 * minuteMs, sinceMidnight);
  database
    .prepare<[{ user: number; span: number }]>(
      `UPDATE tickets SET created_at = created_at - age, queued_at = queued_at - age
       FROM (SELECT id AS aged, CAST(@span * (1.0 - (row_number() OVER (ORDER BY id) - 1.0) / count(*) OVER ()) AS INTEGER) AS age
             FROM tickets WHERE user_id = @user AND status = 'waiting')
       WHERE id = aged`,
    )
    .run({ user: userId, span });
}

/** Sets the times for which today's patients were served to some minutes, instead of the milliseconds that the demo took. */
function lengthenServiceTimes({ database, userId }: PastOptions): void {
  database
    .prepare<[number]>('UPDATE calls SET attended_ms = (4 + id % 7) * 60000 WHERE user_id = ? AND attended_ms < 60000')
    .run(userId);
}
