/** Proof of a right access code, good for one registration (contract/README 1.5). Kept in memory, hashed. */
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { generateToken, sha256Hex } from '../../../platform/random.ts';

const maxTickets = 1_000;

export function createTickets(clock: Clock) {
  /** Hash -> monotonic time of its end; the oldest first. */
  const endsAt = new Map<string, number>();

  return {
    /** A new ticket, valid for 10 minutes. */
    issue(): string {
      const ticket = generateToken();
      endsAt.set(sha256Hex(ticket), clock.monotonic() + limits.accessTicketMs);
      if (endsAt.size > maxTickets) endsAt.delete(endsAt.keys().next().value as string);
      return ticket;
    },
    /** Uses the ticket up; returns a function that gives it back, or undefined when it is not valid. */
    take(ticket: string): (() => void) | undefined {
      const hash = sha256Hex(ticket);
      const end = endsAt.get(hash);
      endsAt.delete(hash);
      if (end === undefined || end <= clock.monotonic()) return undefined;
      return () => void endsAt.set(hash, end);
    },
  };
}
