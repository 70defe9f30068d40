/** Sorts the waiting tickets into those that a desk calls and the others. */
import type { CallService, CallSettings, DayOfCalls, Ticket, TicketKind } from '../../../../src/contract/calls.ts';
import { callOrder, isForRoom, servicesOfRoom } from '../../../../src/contract/text/queue-order.ts';
import { ticketKinds } from './ticket-kinds.ts';

export interface DeskQueue {
  /** Tickets that this desk calls, in the order of calling. */
  own: readonly Ticket[];
  /** Tickets that only other desks call. */
  others: readonly Ticket[];
}

interface Desk {
  settings: Pick<CallSettings, 'alternation'>;
  services: readonly CallService[];
  /** undefined until a room is chosen: until then `own` contains the tickets of all queues. */
  roomId: number | undefined;
  kinds: readonly TicketKind[];
}

export function deskQueue(
  day: Pick<DayOfCalls, 'tickets' | 'lastKinds'>,
  { settings: { alternation }, services, roomId, kinds }: Desk,
): DeskQueue {
  const serviceIds = roomId === undefined ? null : servicesOfRoom(services, roomId);
  const isOwn = (ticket: Ticket) =>
    kinds.includes(ticket.kind) && (roomId === undefined || isForRoom(ticket, { id: roomId, serviceIds }));
  const inOrder = (tickets: Ticket[]) =>
    callOrder({ tickets, lastKinds: day.lastKinds }, { alternation, kinds: ticketKinds });
  return { own: inOrder(day.tickets.filter(isOwn)), others: inOrder(day.tickets.filter((each) => !isOwn(each))) };
}
