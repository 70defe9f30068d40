/** Tracks the socket of the studio page that sent the running request: on it, the request's messages are marked as its own. */
import { AsyncLocalStorage } from 'node:async_hooks';

const connections = new AsyncLocalStorage<{ connectionId: string | undefined }>();

/** Header with the id of the studio's connection to /ws. */
export const connectionHeader = 'x-connection-id';

/** Returns the connection id in the running request's header; undefined outside a request, and in work that goes on after it. */
export const sendingConnection = (): string | undefined => connections.getStore()?.connectionId;

/** Runs a request's handler. In the handler, until it has ended, `sendingConnection` returns `connectionId`. */
export async function withSender<T>(connectionId: string | undefined, handle: () => Promise<T>): Promise<T> {
  if (connectionId === undefined) return handle();
  const stored: { connectionId: string | undefined } = { connectionId };
  try {
    return await connections.run(stored, handle);
  } finally {
    // Background processing that the request started is not part of the request.
    stored.connectionId = undefined;
  }
}
