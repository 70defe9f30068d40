/** Sends e-mails about changes of the server's state. A change is stored as reported only when an e-mail was delivered. */
import { writeUnlessFull } from '../../platform/storage/database.ts';
import type { Mail } from '../../platform/mail.ts';
import { webhookMessageOf, type Webhook } from '../../platform/webhook.ts';
import type { Email } from '../accounts/emails.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { SettingsStore } from '../settings/store.ts';
import type { NamedScreen } from './emails.ts';

export interface NotifierDeps {
  accounts: Pick<AccountStore, 'administratorEmails'>;
  mail: Pick<Mail, 'deliverOnce'>;
  webhook: Pick<Webhook, 'send'>;
}

/**
 * Returns a function that sends an e-mail to all administrators and to the webhook. It returns true when a mail server
 * accepted one of the e-mails, or there are no administrators. It rejects when `signal` is aborted first. If it returns false, call it
 * again with the same e-mail: it then skips the webhook, which retries by itself.
 */
export function createAdministratorNotifier({ accounts, mail, webhook }: NotifierDeps, kind: string) {
  /** Subject of the undelivered e-mail that the webhook already has. */
  let sentToWebhook: string | undefined;

  return async ({ subject, text }: Email, signal: AbortSignal): Promise<boolean> => {
    if (sentToWebhook !== subject) webhook.send(webhookMessageOf({ subject, text }, kind));
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

export interface StateNotifierDeps extends NotifierDeps {
  settings: Pick<SettingsStore, 'get' | 'set'>;
}

/** Returns a function that sends an e-mail if `isBad` differs from its value at the last delivered e-mail, which the setting `key` stores. */
export function createStateNotifier({ settings, ...deps }: StateNotifierDeps, kind: string, key: string) {
  const notify = createAdministratorNotifier(deps, kind);
  let wasBad = settings.get(key) === '1';
  return async (isBad: boolean, email: Email, signal: AbortSignal): Promise<void> => {
    if (isBad === wasBad || !(await notify(email, signal))) return;
    wasBad = isBad;
    writeUnlessFull(() => settings.set(key, isBad ? '1' : '0'));
  };
}

/** Number of e-mails that are sent at the same time: mail servers refuse clients that open many connections. */
const emailsAtOnce = 4;

/**
 * Returns a function that sends e-mails to administrators about all of the screens, and to each owner about the owner's screens.
 * It returns the screens of delivered e-mails.
 */
export function createScreensMailer({ accounts, mail }: Pick<NotifierDeps, 'accounts' | 'mail'>) {
  return async <Screen extends NamedScreen & { email: string }>(
    screens: readonly Screen[],
    emailOf: (screens: readonly NamedScreen[]) => Email,
  ): Promise<Screen[]> => {
    if (screens.length === 0) return [];
    const administrators = accounts.administratorEmails();
    const owners = [...new Set(screens.map(({ email }) => email))].filter((to) => !administrators.includes(to));
    const emails = [
      ...administrators.map((to) => ({ to, about: screens, email: emailOf(screens) })),
      ...owners.map((to) => {
        const ownScreens = screens.filter(({ email }) => email === to);
        return {
          to,
          about: ownScreens,
          email: emailOf(ownScreens.map(({ name, emptyFromText }) => ({ name, emptyFromText }))),
        };
      }),
    ];
    const received = new Set<Screen>();
    for (let start = 0; start < emails.length; start += emailsAtOnce) {
      await Promise.all(
        emails.slice(start, start + emailsAtOnce).map(async ({ to, about, email }) => {
          if (await mail.deliverOnce(to, email.subject, email.text)) for (const screen of about) received.add(screen);
        }),
      );
    }
    return [...received];
  };
}

/** Settles as `work`, or rejects as soon as `signal` is aborted, so that a server that stops does not wait for a mail server. */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
