/** Lets the browser's state and client modules run in Node against a real server, as one signed-in (or not) person. */
import type { Client } from '../../src/testing/client.ts';

export interface NetworkControl {
  /** Paths fetched so far, with their method. */
  requests: string[];
  /** Holds every answer back until `release` (the request has reached the server by then). */
  hold(): void;
  release(): void;
  /** The network is gone, or back. */
  isDown: boolean;
}

const nodeFetch = globalThis.fetch;

/** Sends `fetch('/api/...')` through the person's cookie jar; whole addresses go out as ever. */
export function browseAs(client: Client): NetworkControl {
  let gate: Promise<void> | undefined;
  let open = () => {};
  const wire: NetworkControl = {
    requests: [],
    isDown: false,
    hold() {
      gate = new Promise((resolve) => {
        open = resolve;
      });
    },
    release() {
      gate = undefined;
      open();
    },
  };
  globalThis.fetch = async (input, init = {}) => {
    if (typeof input !== 'string' || !input.startsWith('/')) return nodeFetch(input, init);
    const waitFor = gate;
    wire.requests.push(`${init.method ?? 'GET'} ${input}`);
    if (wire.isDown) throw new TypeError('Failed to fetch');
    const { credentials: _, ...rest } = init;
    const response = await client.request(input, rest);
    await waitFor;
    return response;
  };
  return wire;
}
