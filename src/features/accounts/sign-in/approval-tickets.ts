/** Issues tickets with which a browser can ask, without the password, whether an account was approved (contract/README 1.5). */
import { limits } from '../../../contract/limits.ts';
import type { Clock } from '../../../platform/clock.ts';
import { secretsEqual, sign } from '../../../platform/random.ts';
import type { SettingsStore } from '../../settings/store.ts';
import type { AccountStore } from '../store.ts';

interface ApprovalTicketsDeps {
  accounts: Pick<AccountStore, 'find'>;
  settings: Pick<SettingsStore, 'secret'>;
  clock: Pick<Clock, 'now'>;
}

export function createApprovalTickets({ accounts, settings, clock }: ApprovalTicketsDeps) {
  const secret = settings.secret('waitingAccounts');
  const ticketOf = (userId: number, createdAt: number): string =>
    `${userId}.${createdAt}.${sign(secret, `waiting ${userId} ${createdAt}`)}`;
  return {
    /** Returns a ticket that is valid for 30 days. */
    issue: (userId: number): string => ticketOf(userId, clock.now()),
    /** Returns the status of a ticket's account; undefined for an expired or invalid ticket, or a deleted account. */
    statusOf(ticket: string): 'pending' | 'approved' | 'blocked' | undefined {
      const [userId = Number.NaN, createdAt = Number.NaN] = ticket.split('.').map(Number);
      if (!Number.isSafeInteger(userId) || !secretsEqual(ticket, ticketOf(userId, createdAt))) return undefined;
      return clock.now() - createdAt > limits.waitingAccountMs ? undefined : accounts.find(userId)?.status;
    },
  };
}
