/**
 * Changes the state of tickets: called, in service, done, absent, cancelled, waiting again, or forwarded to another queue
 * (contract/README 15.12). Stores in the ticket's call how long the patient was attended. Call all functions inside a transaction.
 */
import type { TicketStatus } from '../../../contract/calls.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Clock } from '../../../platform/clock.ts';
import { dayBefore } from '../call-policies.ts';
import type { CallStore, StoredCall } from '../call-store.ts';
import type { StoredTicket, TicketStore } from '../ticket-store.ts';

interface TicketStatesDeps {
  calls: Pick<CallStore, 'callOrThrow' | 'lastRepetition' | 'setAttended'>;
  tickets: Pick<TicketStore, 'openIn' | 'setStatus' | 'setStarted' | 'forward'>;
  clock: Pick<Clock, 'now'>;
}

export function createTicketStates({ calls, tickets, clock }: TicketStatesDeps) {
  /** Returns the last call of a ticket since it entered its present queue; undefined if there is none. */
  const lastCall = (userId: number, { callId }: StoredTicket): StoredCall | undefined =>
    callId === null ? undefined : calls.lastRepetition(calls.callOrThrow(userId, callId));

  /** If the ticket is open, stores how long the patient was attended until now. */
  function recordAttendance(userId: number, ticket: StoredTicket): void {
    const call = lastCall(userId, ticket);
    if (call && isOpen(ticket))
      calls.setAttended(userId, call.firstId, Math.max(0, clock.now() - (ticket.startedAt ?? call.createdAt)));
  }

  /** Sets the status of a ticket. Throws conflict for `called` and `serving` if the ticket was not called. */
  function setStatus(userId: number, ticket: StoredTicket, status: TicketStatus): void {
    if (ticket.callId === null && (status === 'called' || status === 'serving'))
      throw new AppError('conflict', `A senha ${ticket.label} ainda não foi chamada.`);
    if (status === 'done') recordAttendance(userId, ticket);
    else if (ticket.callId !== null) calls.setAttended(userId, ticket.callId, null);
    if (status === 'serving') tickets.setStarted(userId, ticket.id, ticket.startedAt ?? clock.now());
    else if (status !== 'done') tickets.setStarted(userId, ticket.id, null);
    tickets.setStatus(userId, ticket.id, status);
  }

  return {
    setStatus,
    lastCall,

    /** Ends the other open tickets of a call's room, from the call's day and the day before. Returns their last calls. */
    endOthers(userId: number, { day, roomId, ticketId, isTest }: StoredCall): StoredCall[] {
      if (roomId === null || isTest) return [];
      const others = tickets
        .openIn(userId, { from: dayBefore(day), to: day }, roomId)
        .filter(({ id }) => id !== ticketId);
      for (const ticket of others) {
        setStatus(userId, ticket, 'done');
        // Nobody knows when a patient of the day before left.
        if (ticket.day !== day && ticket.callId !== null) calls.setAttended(userId, ticket.callId, null);
      }
      return others.flatMap((ticket) => lastCall(userId, ticket) ?? []);
    },

    /**
     * Moves a ticket to another queue, with its number. A ticket that was called joins the end of that queue; one that was not
     * called keeps the time from which it waits. Throws conflict for a cancelled ticket.
     */
    forward(userId: number, ticket: StoredTicket, to: Pick<StoredTicket, 'serviceId' | 'toRoomId'>): void {
      if (ticket.status === 'cancelled') throw new AppError('conflict', `A senha ${ticket.label} foi cancelada.`);
      recordAttendance(userId, ticket);
      tickets.forward(userId, ticket.id, { ...to, queuedAt: ticket.calledAt === null ? ticket.queuedAt : clock.now() });
    },
  };
}

/** True while the called patient is expected or attended. */
export const isOpen = ({ status }: StoredTicket): boolean => status === 'called' || status === 'serving';
