/** Decides in which order tickets are called (contract/README 15). Pure; browsers load it. */
import type { CallService, DayOfCalls, Ticket, TicketKind } from '../calls.ts';

/**
 * Returns the ids of the services whose tickets a room calls; services without rooms are always among them. Returns null if no
 * service names the room: then the room calls all tickets.
 */
export function servicesOfRoom(
  services: readonly Pick<CallService, 'id' | 'roomIds'>[],
  roomId: number,
): number[] | null {
  if (!services.some(({ roomIds }) => roomIds.includes(roomId))) return null;
  return services.filter(({ roomIds }) => roomIds.length === 0 || roomIds.includes(roomId)).map(({ id }) => id);
}

/** True if the room (second parameter) calls the waiting ticket. `serviceIds`: result of `servicesOfRoom` for the room. */
export const isForRoom = (
  { serviceId, toRoomId }: Pick<Ticket, 'serviceId' | 'toRoomId'>,
  { id, serviceIds }: { id: number; serviceIds: readonly number[] | null },
): boolean =>
  toRoomId === null ? serviceId === null || serviceIds === null || serviceIds.includes(serviceId) : toRoomId === id;

/**
 * Returns the kind of the next ticket to call; undefined if no ticket waits. Patients of 80 and older come first, then other
 * preferential patients, then normal ones. If `alternation` is not 0, a normal ticket comes after that number of calls without a
 * normal one. `waiting`: kinds of the waiting tickets. `lastKinds`: kinds of the last calls, newest first.
 */
export function nextKind(
  waiting: ReadonlySet<TicketKind>,
  { alternation, lastKinds }: { alternation: number; lastKinds: readonly TicketKind[] },
): TicketKind | undefined {
  const recentKinds = lastKinds.slice(0, alternation);
  const isNormalDue =
    alternation > 0 && recentKinds.length === alternation && recentKinds.every((kind) => kind !== 'normal');
  const order: TicketKind[] = isNormalDue ? ['normal', 'over80', 'preferential'] : ['over80', 'preferential', 'normal'];
  return order.find((kind) => waiting.has(kind));
}

/** Sorts tickets of one kind: the one that has waited longest comes first. */
const byQueue = (a: Ticket, b: Ticket): number =>
  a.queuedAt === b.queuedAt ? a.id - b.id : a.queuedAt < b.queuedAt ? -1 : 1;

/** Returns the waiting tickets of the given kinds in the order in which `POST /api/calls/next` calls them. */
export function callOrder(
  { tickets, lastKinds: lastCalled }: Pick<DayOfCalls, 'tickets' | 'lastKinds'>,
  { alternation, kinds }: { alternation: number; kinds: readonly TicketKind[] },
): Ticket[] {
  const queues = new Map<TicketKind, Ticket[]>();
  for (const ticket of [...tickets].sort(byQueue))
    if (ticket.status === 'waiting' && kinds.includes(ticket.kind))
      queues.set(ticket.kind, [...(queues.get(ticket.kind) ?? []), ticket]);
  const ordered: Ticket[] = [];
  let lastKinds: readonly TicketKind[] = lastCalled;
  for (;;) {
    const waiting = new Set([...queues].filter(([, queue]) => queue.length > 0).map(([kind]) => kind));
    const kind = nextKind(waiting, { alternation, lastKinds });
    const next = kind && queues.get(kind)?.shift();
    if (!next) return ordered;
    ordered.push(next);
    lastKinds = [next.kind, ...lastKinds].slice(0, alternation);
  }
}
