/** Emails that the database remembers: what is noted as said has reached somebody. */
import { isDatabaseFull } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import type { Email } from '../accounts/emails.ts';
import type { AccountStore } from '../accounts/store.ts';

export interface NotifyDeps {
  accounts: Pick<AccountStore, 'administratorEmails'>;
  mail: Pick<Mail, 'deliverOnce'>;
}

/** True when an email reached an administrator, or there is none. Rejects when `signal` is aborted first. */
export async function notifyAdministrators(
  { subject, text }: Email,
  { accounts, mail }: NotifyDeps,
  signal: AbortSignal,
): Promise<boolean> {
  const attempts = await unlessAborted(
    Promise.all(accounts.administratorEmails().map((to) => mail.deliverOnce(to, subject, text))),
    signal,
  );
  return attempts.length === 0 || attempts.includes(true);
}

/** A server that stops does not wait for a mail server. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** On a full disk the email matters more than the note of it. */
export function noteIfPossible(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isDatabaseFull(error)) throw error;
  }
}
