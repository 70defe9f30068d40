/** Repeats a request whose response was lost without doing it twice: the server knows it by its Idempotency-Key. */
import { CallError } from '../../api/client.ts';

/** Sends a request again with the same key after a lost response; any response ends the key. */
export function createIdempotentRequest() {
  const keys = new Map<string, string>();
  return async <Result>(wish: object, send: (idempotencyKey: string) => Promise<Result>): Promise<Result> => {
    const name = JSON.stringify(wish);
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
