/** Emails that the database remembers: what is noted as said has reached somebody. */
import { isDatabaseFull } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import { noticeOf, type Webhook } from '../../platform/webhook.ts';
import type { Email } from '../accounts/emails.ts';
import type { AccountStore } from '../accounts/store.ts';

export interface NotifyDeps {
  accounts: Pick<AccountStore, 'administratorEmails'>;
  mail: Pick<Mail, 'deliverOnce'>;
  webhook: Pick<Webhook, 'send'>;
}

/**
 * Makes the function that says one thing by mail and to the webhook. It returns true when an email reached an
 * administrator, or there is none, and rejects when `signal` is aborted first. What no mail server took is called
 * again: the webhook, which tries again by itself, has heard it the first time.
 */
export function createNotify({ accounts, mail, webhook }: NotifyDeps, kind: string) {
  /** The text of the email that waits for its mail server. */
  let reported: string | undefined;

  return async ({ subject, text }: Email, signal: AbortSignal): Promise<boolean> => {
    if (reported !== subject) webhook.send(noticeOf({ subject, text }, kind));
    reported = subject;
    const attempts = await unlessAborted(
      Promise.all(accounts.administratorEmails().map((to) => mail.deliverOnce(to, subject, text))),
      signal,
    );
    const isDelivered = attempts.length === 0 || attempts.includes(true);
    if (isDelivered) reported = undefined;
    return isDelivered;
  };
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
