/** Tickets that prove what a caller has shown before. Kept in memory, hashed, the newest thousand. */
import type { Clock } from '../../../platform/clock.ts';
import { generateToken, sha256Hex } from '../../../platform/random.ts';

const maxTickets = 1_000;

export function createTickets<Proof>(clock: Clock, validForMs: number) {
  /** Hash -> what was proven and the monotonic time of its end; the oldest first. */
  const tickets = new Map<string, { proof: Proof; endsAt: number }>();

  function find(token: string): Proof | undefined {
    const ticket = tickets.get(sha256Hex(token));
    return ticket && ticket.endsAt > clock.monotonic() ? ticket.proof : undefined;
  }

  return {
    issue(proof: Proof): string {
      const token = generateToken();
      tickets.set(sha256Hex(token), { proof, endsAt: clock.monotonic() + validForMs });
      if (tickets.size > maxTickets) tickets.delete(tickets.keys().next().value as string);
      return token;
    },
    find,
    drop: (token: string): void => void tickets.delete(sha256Hex(token)),
    /** Uses the ticket up; returns a function that restores it, or undefined when it is not valid. */
    take(token: string): (() => void) | undefined {
      const hash = sha256Hex(token);
      const ticket = tickets.get(hash);
      tickets.delete(hash);
      if (!ticket || ticket.endsAt <= clock.monotonic()) return undefined;
      return () => void tickets.set(hash, ticket);
    },
  };
}
