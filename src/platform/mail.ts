/** Mail that never delays or fails a request: queued, retried a few times, logged. */
import { createTransport } from 'nodemailer';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

export interface MailOptions {
  /** smtp:// or smtps://; without it the text goes to the log. */
  smtpUrl?: string;
  from?: string;
  log: Log;
  clock: Clock;
}

export type Mail = ReturnType<typeof createMail>;

interface Letter {
  to: string;
  subject: string;
  text: string;
  attempts: number;
}

const retryAfterMs = [5_000, 60_000, 600_000];
const maxWaiting = 200;

export function createMail({ smtpUrl, from, log, clock }: MailOptions) {
  const sender = smtpUrl ? (from ?? defaultSender(smtpUrl)) : undefined;
  const transport = smtpUrl
    ? createTransport(
        { url: smtpUrl, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000, disableFileAccess: true, disableUrlAccess: true },
        { from: sender },
      )
    : undefined;
  const waiting: Letter[] = [];
  /** Letters between two attempts. */
  let retrying = 0;
  let isSending = false;
  let isClosed = false;

  async function sendNext(): Promise<void> {
    if (isSending || !transport) return;
    isSending = true;
    for (let letter = waiting.shift(); letter && !isClosed; letter = waiting.shift()) await deliver(letter);
    isSending = false;
  }

  async function deliver(letter: Letter): Promise<void> {
    const { to, subject, text } = letter;
    try {
      await transport?.sendMail({ to, subject, text });
      log.info('mail sent', { to, subject });
    } catch (error) {
      const delayMs = retryAfterMs[letter.attempts];
      if (delayMs === undefined) return log.error('mail given up', { to, subject, text, error });
      log.warn('mail not sent, will retry', { to, subject, delayMs, error });
      letter.attempts += 1;
      retrying += 1;
      clock.after(delayMs, () => {
        retrying -= 1;
        waiting.push(letter);
        void sendNext();
      });
    }
  }

  return {
    isConfigured: transport !== undefined,
    from: sender ?? null,
    /** Returns at once, never throws. What waits is lost when the program stops. */
    send(to: string, subject: string, text: string): void {
      if (!transport) return log.info('mail (SMTP_URL is not set)', { to, subject, text });
      if (waiting.length + retrying >= maxWaiting) return log.error('mail dropped: too many are waiting', { to, subject, text });
      waiting.push({ to, subject, text, attempts: 0 });
      void sendNext();
    },
    close(): void {
      isClosed = true;
      if (waiting.length + retrying > 0) log.warn('mail not sent before the stop', { count: waiting.length + retrying });
      transport?.close();
    },
  };
}

/** The mailbox that logs in at the server, where its name is an address. */
function defaultSender(smtpUrl: string): string {
  const mailbox = decodeURIComponent(new URL(smtpUrl).username);
  return `Antessala <${mailbox.includes('@') ? mailbox : 'antessala@localhost'}>`;
}
