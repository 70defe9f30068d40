/** Sends e-mails about changes of the server's state. A change is stored as reported only when an e-mail was delivered. */
import { isDatabaseFull } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import { webhookNoticeOf, type Webhook } from '../../platform/webhook.ts';
import type { Email } from '../accounts/emails.ts';
import type { AccountStore } from '../accounts/store.ts';

export interface NotifyDeps {
  accounts: Pick<AccountStore, 'administratorEmails'>;
  mail: Pick<Mail, 'deliverOnce'>;
  webhook: Pick<Webhook, 'send'>;
}

/**
 * Returns a function that sends an e-mail to all administrators and to the webhook. It returns true when a mail server
 * accepted one of the e-mails, or there are no administrators, and rejects when `signal` is aborted first. After false the
 * caller calls it again with the same e-mail, which is not sent to the webhook a second time: the webhook retries by itself.
 */
export function createNotify({ accounts, mail, webhook }: NotifyDeps, kind: string) {
  /** Subject of the undelivered e-mail that the webhook already has. */
  let sentToWebhook: string | undefined;

  return async ({ subject, text }: Email, signal: AbortSignal): Promise<boolean> => {
    if (sentToWebhook !== subject) webhook.send(webhookNoticeOf({ subject, text }, kind));
    sentToWebhook = subject;
    const attempts = await unlessAborted(
      Promise.all(accounts.administratorEmails().map((to) => mail.deliverOnce(to, subject, text))),
      signal,
    );
    const isDelivered = attempts.length === 0 || attempts.includes(true);
    if (isDelivered) sentToWebhook = undefined;
    return isDelivered;
  };
}

/** Rejects when `signal` is aborted, so that a server that stops does not wait for a mail server. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** Ignores a full disk: a sent e-mail is a success even if it cannot be recorded. */
export function writeUnlessFull(write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!isDatabaseFull(error)) throw error;
  }
}
