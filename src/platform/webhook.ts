/** Sends webhook messages to a configured URL: queued, signed, retried with growing delays, and logged. */
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { createOutbound, type OutboundOptions, SpecialAddressError } from './outbound.ts';
import { generateToken, hmacSha256Hex } from './random.ts';

export interface WebhookReceiver {
  /** http or https URL; undefined: nothing is sent. */
  url?: string;
  /** Key of the messages' signature. */
  secret?: string;
  /** Allows http and private addresses. */
  allowPrivate?: boolean;
}

export interface WebhookMessage {
  title: string;
  text: string;
  /** Kind of event, one word for programs. */
  kind: string;
}

/** Converts an e-mail to a webhook message: without its first paragraph, the greeting. */
export const webhookMessageOf = (email: { subject: string; text: string }, kind: string): WebhookMessage => ({
  title: email.subject,
  text: email.text.slice(email.text.indexOf('\n\n') + 2).trim(),
  kind,
});

export interface WebhookState {
  /** Number of messages that are neither delivered nor given up. */
  waiting: number;
  /** Time of the last delivery in milliseconds since 1970. */
  sentAt: number | undefined;
  /** The last attempt's failure; undefined after a success or a change of the receiver. */
  failure: { at: number; reason: WebhookFailure; status: number | undefined } | undefined;
}

/** `plain`: http is not allowed; `private`: private addresses are not allowed; `status`: the receiver refused the message. */
export type WebhookFailure = 'plain' | 'private' | 'connection' | 'timeout' | 'status';

export class WebhookError extends Error {
  constructor(
    readonly reason: WebhookFailure,
    readonly status: number | undefined,
    cause?: unknown,
  ) {
    super(status === undefined ? reason : `${reason} ${status}`, { cause });
    this.name = 'WebhookError';
  }
}

export type Webhook = ReturnType<typeof createWebhook>;

export interface WebhookOptions {
  log: Log;
  clock: Clock;
  lookup?: OutboundOptions['lookup'];
}

interface QueuedMessage {
  id: string;
  body: string;
  kind: string;
  attempts: number;
}

const retryAfterMs = [5_000, 60_000, 600_000, 3_600_000];
/** Maximum number of messages that are queued or wait for a retry. */
const maxWaiting = 100;
const attemptTimeoutMs = 10_000;

export function createWebhook({ log, clock, lookup }: WebhookOptions) {
  let receiver: WebhookReceiver = {};
  const queue: QueuedMessage[] = [];
  const retryTimers = new Set<{ cancel(): void }>();
  let isSending = false;
  const closing = new AbortController();
  let sentAt: number | undefined;
  let failure: WebhookState['failure'];
  const outbound = createOutbound({ allowPrivate: () => receiver.allowPrivate === true, lookup });

  const toQueued = ({ title, text, kind }: WebhookMessage): QueuedMessage => ({
    id: generateToken(),
    body: JSON.stringify({ title, text, kind, at: new Date(clock.now()).toISOString() }),
    kind,
    attempts: 0,
  });

  /** Sends a message once, and stores the outcome in `sentAt` or `failure`. Throws WebhookError. */
  async function attempt({ id, body }: QueuedMessage): Promise<void> {
    const { url, secret, allowPrivate } = receiver;
    try {
      if (url === undefined) throw new WebhookError('connection', undefined);
      if (!allowPrivate && new URL(url).protocol !== 'https:') throw new WebhookError('plain', undefined);
      const deadline = new AbortController();
      const timer = clock.after(attemptTimeoutMs, () => deadline.abort(new WebhookError('timeout', undefined)));
      try {
        const reply = await outbound.open(url, {
          signal: AbortSignal.any([deadline.signal, closing.signal]),
          headers: {
            'content-type': 'application/json; charset=utf-8',
            // The same in every attempt, so that the receiver can detect repeats.
            'x-antessala-id': id,
            ...(secret ? { 'x-antessala-signature': `sha256=${hmacSha256Hex(secret, body)}` } : {}),
          },
          body,
        });
        reply.body.destroy();
        if (reply.status < 200 || reply.status > 299) throw new WebhookError('status', reply.status);
      } finally {
        timer.cancel();
      }
      sentAt = clock.now();
      failure = undefined;
    } catch (error) {
      const webhookError = asWebhookError(error);
      failure = { at: clock.now(), reason: webhookError.reason, status: webhookError.status };
      throw webhookError;
    }
  }

  async function sendNext(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = queue.shift(); next && !closing.signal.aborted; next = queue.shift()) await deliver(next);
    isSending = false;
  }

  async function deliver(message: QueuedMessage): Promise<void> {
    const { id, kind } = message;
    if (receiver.url === undefined) return;
    try {
      await attempt(message);
      log.info('notice sent', { id, kind });
    } catch (error) {
      if (closing.signal.aborted || receiver.url === undefined) return;
      const delayMs = retryAfterMs[message.attempts];
      if (delayMs === undefined) return log.error('notice given up', { id, kind, error });
      log.warn('notice not sent, will retry', { id, kind, delayMs, error });
      message.attempts += 1;
      const timer = clock.after(delayMs, () => {
        retryTimers.delete(timer);
        queue.push(message);
        void sendNext();
      });
      retryTimers.add(timer);
    }
  }

  return {
    /** Changes the receiver, also for queued messages; without a URL they are dropped. */
    setReceiver(next: WebhookReceiver): void {
      receiver = next;
      failure = undefined;
      if (next.url !== undefined) return;
      queue.length = 0;
      for (const timer of retryTimers) timer.cancel();
      retryTimers.clear();
    },
    /** Queues a message. Returns at once and never throws. Queued messages are lost when the program stops. */
    send(message: WebhookMessage): void {
      if (receiver.url === undefined || closing.signal.aborted) return;
      if (queue.length + retryTimers.size >= maxWaiting)
        return log.error('notice dropped: too many are waiting', { kind: message.kind, title: message.title });
      queue.push(toQueued(message));
      void sendNext();
    },
    /** Makes one attempt, which takes at most ten seconds. Throws WebhookError. */
    deliverNow: (message: WebhookMessage): Promise<void> => attempt(toQueued(message)),
    state: (): WebhookState => ({ waiting: queue.length + retryTimers.size + Number(isSending), sentAt, failure }),
    close(): void {
      closing.abort();
      for (const timer of retryTimers) timer.cancel();
    },
  };
}

function asWebhookError(error: unknown): WebhookError {
  if (error instanceof WebhookError) return error;
  return new WebhookError(error instanceof SpecialAddressError ? 'private' : 'connection', undefined, error);
}
