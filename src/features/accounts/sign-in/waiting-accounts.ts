/** Lets the browser of a new account learn when it is approved, without its password (contract/README 1.5). */
import { secretsEqual, sign } from '../../../platform/random.ts';
import type { SettingsStore } from '../../settings/store.ts';
import type { AccountStore } from '../store.ts';

interface WaitingAccountsDeps {
  accounts: Pick<AccountStore, 'find'>;
  settings: Pick<SettingsStore, 'secret'>;
}

export function createWaitingAccounts({ accounts, settings }: WaitingAccountsDeps) {
  const secret = settings.secret('waitingAccounts');
  const ticketOf = (userId: number): string => `${userId}.${sign(secret, `waiting ${userId}`)}`;
  return {
    ticketOf,
    /** Returns the status of a ticket's account; undefined for a ticket that is not valid, or of a deleted account. */
    statusOf(ticket: string): 'pending' | 'approved' | 'blocked' | undefined {
      const userId = Number(/^\d{1,15}(?=\.)/.exec(ticket)?.[0]);
      if (!Number.isSafeInteger(userId) || !secretsEqual(ticket, ticketOf(userId))) return undefined;
      return accounts.find(userId)?.status;
    },
  };
}
