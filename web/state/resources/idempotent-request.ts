/** Repeats a request whose response was lost. Its Idempotency-Key keeps the server from executing it twice. */
import { CallError } from '../../api/client.ts';

/** Returns a function that sends equal requests with the same key until a response arrives. */
export function createIdempotentRequest() {
  const keys = new Map<string, string>();
  return async <Result>(body: object, send: (idempotencyKey: string) => Promise<Result>): Promise<Result> => {
    const name = JSON.stringify(body);
    const key = keys.get(name) ?? newKey();
    keys.set(name, key);
    try {
      const result = await send(key);
      keys.delete(name);
      return result;
    } catch (error) {
      const isLost = error instanceof CallError && (error.status === 0 || error.status >= 500);
      if (!isLost) keys.delete(name);
      throw error;
    }
  };
}

/** `randomUUID` is missing on plain http. */
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
