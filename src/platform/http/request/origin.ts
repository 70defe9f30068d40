/** Knows which open studio sent the request that is being handled, so that its own messages are marked. */
import { AsyncLocalStorage } from 'node:async_hooks';

const origins = new AsyncLocalStorage<{ connectionId: string | undefined }>();

/** Header with the id of the studio's connection to /ws. */
export const connectionHeader = 'x-connection-id';

/** Returns the connection that the running request names; undefined outside a request, and in work that outlives it. */
export const requestOrigin = (): string | undefined => origins.getStore()?.connectionId;

/** Runs a request's handler. */
export async function withOrigin<T>(connectionId: string | undefined, handle: () => Promise<T>): Promise<T> {
  if (connectionId === undefined) return handle();
  const origin: { connectionId: string | undefined } = { connectionId };
  try {
    return await origins.run(origin, handle);
  } finally {
    // Processing that the request started must not be taken for a part of it.
    origin.connectionId = undefined;
  }
}
