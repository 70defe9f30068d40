/** Lets the browser of a new account learn when it is approved, without its password (contract/README 1.5). */
import type { Exchange } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { cookieNames } from '../../../platform/http/request/cookies.ts';
import { secretsEqual, sign } from '../../../platform/random.ts';
import type { SettingsStore } from '../../settings/store.ts';
import type { AccountStore } from '../store.ts';

/** Approval takes days at most. */
const cookieS = 30 * 86_400;

interface WaitingAccountsDeps {
  accounts: Pick<AccountStore, 'find' | 'findByEmail'>;
  settings: Pick<SettingsStore, 'secret'>;
}

export function createWaitingAccounts({ accounts, settings }: WaitingAccountsDeps) {
  const secret = settings.secret('waitingAccounts');
  const ticketOf = (userId: number): string => `${userId}.${sign(secret, `waiting ${userId}`)}`;
  const remember = (userId: number, exchange: Exchange): void =>
    exchange.setCookie(cookieNames.waitingAccount, ticketOf(userId), { maxAgeS: cookieS });
  return {
    /** Sets the cookie of an account that was registered. */
    remember,
    /** Sets the cookie of an account whose sign-in was refused as pending, so with a correct password. Returns the error. */
    rememberRefused(error: unknown, email: string, exchange: Exchange): unknown {
      const account = accounts.findByEmail(email);
      if (error instanceof AppError && error.code === 'account_pending' && account) remember(account.id, exchange);
      return error;
    },
    /** Returns the status of a ticket's account; undefined for a ticket that is not valid, or of a deleted account. */
    statusOf(ticket: string): 'pending' | 'approved' | 'blocked' | undefined {
      const userId = Number(/^\d{1,15}(?=\.)/.exec(ticket)?.[0]);
      if (!Number.isSafeInteger(userId) || !secretsEqual(ticket, ticketOf(userId))) return undefined;
      return accounts.find(userId)?.status;
    },
  };
}
