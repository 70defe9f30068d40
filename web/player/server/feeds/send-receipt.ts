/** Shared requests and receipts of the feeds for calls and urgent notices. calls and urgent notices. */
import { CallError } from '../requests/network.ts';
import { backOffMs } from '../poll/poll.ts';
import type { RequestQueue } from './request-queue.ts';

const receiptRetryMs = 1_000;

/**
 * One question at a time: who asks meanwhile is answered by one more, after it. A miss is no loss, for the next poll names
 * again what there is.
 */
export function createRefresh(requests: Pick<RequestQueue, 'isClosed'>, askOnce: () => Promise<void>): () => void {
  let isAsking = false;
  let isAskedAgain = false;

  async function send(): Promise<void> {
    if (isAsking) {
      isAskedAgain = true;
      return;
    }
    isAsking = true;
    do {
      isAskedAgain = false;
      await askOnce().catch(() => undefined);
    } while (isAskedAgain && !requests.isClosed());
    isAsking = false;
  }

  return () => void send();
}

/** Gives a receipt until it is answered: with the thing gone meanwhile, or no longer this screen's, a refusal is an answer. */
export async function sendReceipt(
  requests: Pick<RequestQueue, 'send' | 'isClosed'>,
  tell: () => Promise<unknown>,
  withinMs = Infinity,
): Promise<void> {
  const since = performance.now();
  for (let failures = 0; !requests.isClosed() && performance.now() - since < withinMs; failures += 1) {
    try {
      await requests.send(tell);
      return;
    } catch (error) {
      if (error instanceof CallError && error.code !== null && error.status < 500 && error.status !== 429) return;
    }
    await wait(backOffMs(receiptRetryMs, failures, Math.random()));
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
