/** Sends e-mail without delaying or failing a request: an e-mail is queued, tried up to four times, and logged. */
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

export interface MailServer {
  /** smtp:// or smtps:// URL with credentials. Without it, only recipient and subject are logged, because texts contain codes. */
  smtpUrl?: string;
  from?: string;
}

export interface MailOptions extends MailServer {
  /** Returns the prefix of every subject, shown in brackets; null: no prefix. */
  prefix?: () => string | null;
  log: Log;
  clock: Clock;
}

export type Mail = ReturnType<typeof createMail>;

/** Step of the delivery at which an e-mail failed. */
export type MailStep = 'connection' | 'encryption' | 'login' | 'sender' | 'recipient' | 'message';

/** Error of `deliverNow`, with the step that failed. */
export class MailRefusedError extends Error {
  constructor(
    readonly step: MailStep,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.name = 'MailRefusedError';
  }
}

interface QueuedEmail {
  to: string;
  subject: string;
  text: string;
  attempts: number;
}

const retryDelaysMs = [5_000, 60_000, 600_000];
/** Maximum number of queued e-mails. */
const maxWaiting = 200;

export function createMail({ log, clock, prefix = () => null, ...initial }: MailOptions) {
  let transport = createLazyTransport(initial);
  const waiting: QueuedEmail[] = [];
  /** Number of e-mails that wait for their next attempt. */
  let retrying = 0;
  let isSending = false;
  let isClosed = false;

  function post(server: Transport, { to, subject, text }: Omit<QueuedEmail, 'attempts'>) {
    const name = prefix();
    return server.sendMail({ to, subject: name === null ? subject : `[${name}] ${subject}`, text });
  }

  async function sendNext(): Promise<void> {
    if (isSending || !transport) return;
    isSending = true;
    for (let email = waiting.shift(); email && !isClosed; email = waiting.shift()) await deliver(email);
    isSending = false;
  }

  async function deliver(email: QueuedEmail): Promise<void> {
    const { to, subject } = email;
    if (!transport) return log.info('mail (no server is set)', { to, subject });
    try {
      await post(transport, email);
      log.info('mail sent', { to, subject });
    } catch (error) {
      const delayMs = retryDelaysMs[email.attempts];
      if (delayMs === undefined) return log.error('mail given up', { to, subject, error });
      log.warn('mail not sent, will retry', { to, subject, delayMs, error });
      email.attempts += 1;
      retrying += 1;
      clock.after(delayMs, () => {
        retrying -= 1;
        waiting.push(email);
        void sendNext();
      });
    }
  }

  return {
    get isConfigured(): boolean {
      return transport !== undefined;
    },
    /** Changes the mail server, also for e-mails that are queued already. */
    setServer(server: MailServer): void {
      transport?.close();
      transport = createLazyTransport(server);
      void sendNext();
    },
    /** Queues an e-mail. Returns at once and never throws. Queued e-mails are lost when the program stops. */
    send(to: string, subject: string, text: string): void {
      if (!transport) return log.info('mail (no server is set)', { to, subject });
      if (waiting.length + retrying >= maxWaiting)
        return log.error('mail dropped: too many are waiting', { to, subject });
      waiting.push({ to, subject, text, attempts: 0 });
      void sendNext();
    },
    /** Makes one attempt, which takes at most about a minute. Throws MailRefusedError; its step is 'connection' when no server is set. */
    async deliverNow(to: string, subject: string, text: string): Promise<void> {
      try {
        if (!transport) throw new Error('No mail server is set');
        await post(transport, { to, subject, text });
        log.info('mail sent', { to, subject });
      } catch (error) {
        log.warn('mail refused', { to, subject, error });
        throw new MailRefusedError(stepOf(error), error);
      }
    },
    /** Makes one attempt. True: sent, no server set, or the recipient refused for good. False: try again later. Never throws. */
    async deliverOnce(to: string, subject: string, text: string): Promise<boolean> {
      try {
        if (transport) {
          await post(transport, { to, subject, text });
          log.info('mail sent', { to, subject });
        } else log.info('mail (no server is set)', { to, subject });
        return true;
      } catch (error) {
        log.warn('mail refused', { to, subject, error });
        return stepOf(error) === 'recipient' && Number((error as { responseCode?: number }).responseCode) >= 500;
      }
    },
    close(): void {
      isClosed = true;
      if (waiting.length + retrying > 0)
        log.warn('mail not sent before the stop', { count: waiting.length + retrying });
      transport?.close();
    },
  };
}

/** Returns the sender: the configured one, else the SMTP user if that is an address, else antessala@localhost. */
export function senderOf({ smtpUrl, from }: MailServer): string | undefined {
  if (!smtpUrl || from) return from;
  const mailbox = decodeURIComponent(new URL(smtpUrl).username);
  return `Antessala <${mailbox.includes('@') ? mailbox : 'antessala@localhost'}>`;
}

type Transport = NonNullable<ReturnType<typeof createLazyTransport>>;

function createLazyTransport({ smtpUrl, from }: MailServer) {
  if (!smtpUrl) return undefined;
  /** Loads nodemailer for the first e-mail: it is a fifth of the program, and many servers send none. */
  const loadTransport = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport(
      {
        url: smtpUrl,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 30_000,
        disableFileAccess: true,
        disableUrlAccess: true,
      },
      { from: senderOf({ smtpUrl, from }) },
    );
  };
  let transport: ReturnType<typeof loadTransport> | undefined;
  return {
    async sendMail(email: { to: string; subject: string; text: string }): Promise<void> {
      await (await (transport ??= loadTransport())).sendMail(email);
    },
    close: (): void => void transport?.then((loaded) => loaded.close()),
  };
}

function stepOf(error: unknown): MailStep {
  const { code, command } = error as { code?: string; command?: string };
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'login';
  if (code === 'ETLS' || code === 'EREQUIRETLS' || isCertificateError(error)) return 'encryption';
  if (code === 'EENVELOPE') return command === 'RCPT TO' ? 'recipient' : 'sender';
  return code === 'EMESSAGE' || code === 'ESTREAM' ? 'message' : 'connection';
}

/** True for a socket error caused by TLS: the certificate is unknown, expired or for another name, or the port has no TLS. */
function isCertificateError(error: unknown): boolean {
  return error instanceof Error && /certificate|self.signed|altnames|wrong version number|SSL|TLS/i.test(error.message);
}
