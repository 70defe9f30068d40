/** Tracks the studio connection that sent the running request, so that the messages which the request causes are marked as its own. */
import { AsyncLocalStorage } from 'node:async_hooks';

const origins = new AsyncLocalStorage<{ connectionId: string | undefined }>();

/** Header with the id of the studio's connection to /ws. */
export const connectionHeader = 'x-connection-id';

/** Returns the connection that the running request names; undefined outside a request, and in work that outlives it. */
export const requestOrigin = (): string | undefined => origins.getStore()?.connectionId;

/** Runs a request's handler, in which `requestOrigin` returns the connection. */
export async function withOrigin<T>(connectionId: string | undefined, handle: () => Promise<T>): Promise<T> {
  if (connectionId === undefined) return handle();
  const origin: { connectionId: string | undefined } = { connectionId };
  try {
    return await origins.run(origin, handle);
  } finally {
    // Background processing that the request started is not part of the request.
    origin.connectionId = undefined;
  }
}
