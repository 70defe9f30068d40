/** Sends the requests and receipts of the feeds of calls and of urgent notices. */
import { CallError } from '../requests/network.ts';
import { backOffMs } from '../poll/poll.ts';
import type { ServerRequests } from './server-requests.ts';

const receiptRetryMs = 1_000;

/** Returns a function that sends one request at a time; if it is called meanwhile, one more request follows. Ignores errors. */
export function createRefresh(
  requests: Pick<ServerRequests, 'isClosed'>,
  requestOnce: () => Promise<void>,
): () => void {
  let isRequesting = false;
  let isRequestedAgain = false;

  async function send(): Promise<void> {
    if (isRequesting) {
      isRequestedAgain = true;
      return;
    }
    isRequesting = true;
    do {
      isRequestedAgain = false;
      await requestOnce().catch(() => undefined);
    } while (isRequestedAgain && !requests.isClosed());
    isRequesting = false;
  }

  return () => void send();
}

/** Sends a receipt until it is acknowledged, refused (the call or notice may no longer exist) or `withinMs` have passed. */
export async function sendReceipt(
  requests: Pick<ServerRequests, 'send' | 'isClosed'>,
  request: () => Promise<unknown>,
  withinMs = Infinity,
): Promise<void> {
  const since = performance.now();
  for (let failures = 0; !requests.isClosed() && performance.now() - since < withinMs; failures += 1) {
    try {
      await requests.send(request);
      return;
    } catch (error) {
      if (error instanceof CallError && error.code !== null && error.status < 500 && error.status !== 429) return;
    }
    await wait(backOffMs(receiptRetryMs, failures, Math.random()));
  }
}

export const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
