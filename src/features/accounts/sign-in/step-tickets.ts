/**
 * Issues step tickets: short-lived tokens that prove a completed step of a sign-in or registration. They have nothing to do with
 * the tickets of a clinic's queue. Only the newest 1,000 are valid; their hashes are held in memory.
 */
import type { Clock } from '../../../platform/clock.ts';
import { generateToken, sha256Hex } from '../../../platform/random.ts';

const maxTickets = 1_000;

export function createStepTickets<Subject>(clock: Clock, validForMs: number) {
  /** Tickets by the hash of their token, the oldest first. `expiresAt`: monotonic milliseconds. */
  const tickets = new Map<string, { subject: Subject; expiresAt: number }>();

  function find(token: string): Subject | undefined {
    const ticket = tickets.get(sha256Hex(token));
    return ticket && ticket.expiresAt > clock.monotonic() ? ticket.subject : undefined;
  }

  return {
    issue(subject: Subject): string {
      const token = generateToken();
      tickets.set(sha256Hex(token), { subject, expiresAt: clock.monotonic() + validForMs });
      if (tickets.size > maxTickets) tickets.delete(tickets.keys().next().value as string);
      return token;
    },
    find,
    drop: (token: string): void => void tickets.delete(sha256Hex(token)),
    /** Removes the ticket. Returns a function that restores it; undefined if the ticket was not valid. */
    redeem(token: string): (() => void) | undefined {
      const hash = sha256Hex(token);
      const ticket = tickets.get(hash);
      tickets.delete(hash);
      if (!ticket || ticket.expiresAt <= clock.monotonic()) return undefined;
      return () => void tickets.set(hash, ticket);
    },
  };
}
