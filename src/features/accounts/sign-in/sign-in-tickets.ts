/** Proof of a right password until the second step is taken (contract/README 1.18). Kept in memory, hashed. */
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Person, PersonKey } from '../people/person-store.ts';
import { generateToken, sha256Hex } from '../../../platform/random.ts';

const maxTickets = 1_000;

export interface SignInTicket extends PersonKey {
  /** The hash that was proven: a password changed meanwhile voids the ticket. */
  password: string;
  /** A profile changed meanwhile does likewise. */
  userType: Person['userType'];
}

export function createSignInTickets(clock: Clock) {
  /** Hash -> the ticket and the monotonic time of its end; the oldest first. */
  const tickets = new Map<string, SignInTicket & { endsAt: number }>();

  return {
    /** Valid for five minutes. */
    issue(ticket: SignInTicket): string {
      const token = generateToken();
      tickets.set(sha256Hex(token), { ...ticket, endsAt: clock.monotonic() + limits.secondFactor.ticketMs });
      if (tickets.size > maxTickets) tickets.delete(tickets.keys().next().value as string);
      return token;
    },
    find(token: string): SignInTicket | undefined {
      const ticket = tickets.get(sha256Hex(token));
      return ticket && ticket.endsAt > clock.monotonic() ? ticket : undefined;
    },
    drop: (token: string): void => void tickets.delete(sha256Hex(token)),
  };
}
