/** Runs the browser's state and client modules in Node against a real server, with a person's session or without one. */
import type { Client } from '../../src/testing/client.ts';

interface NetworkControl {
  /** Method and path of each request so far. */
  requests: string[];
  /** Holds back every response until `release`; the requests still reach the server. */
  hold(): void;
  release(): void;
  /** True: requests fail as without a network. */
  isDown: boolean;
  /** True: the next request reaches the server, but its response is lost. */
  losesNextResponse: boolean;
}

const nodeFetch = globalThis.fetch;

/** Sends `fetch('/api/...')` with the person's cookies; requests to absolute addresses are unchanged. */
export function browseAs(client: Client): NetworkControl {
  let held: Promise<void> | undefined;
  let endHold = () => {};
  const network: NetworkControl = {
    requests: [],
    isDown: false,
    losesNextResponse: false,
    hold() {
      held = new Promise((resolve) => {
        endHold = resolve;
      });
    },
    release() {
      held = undefined;
      endHold();
    },
  };
  globalThis.fetch = async (input, init = {}) => {
    if (typeof input !== 'string' || !input.startsWith('/')) return nodeFetch(input, init);
    const untilReleased = held;
    network.requests.push(`${init.method ?? 'GET'} ${input}`);
    if (network.isDown) throw new TypeError('Failed to fetch');
    const { credentials: _, ...requestOptions } = init;
    const isLost = network.losesNextResponse;
    network.losesNextResponse = false;
    const response = await client.request(input, requestOptions);
    if (isLost) throw new TypeError('Failed to fetch');
    await untilReleased;
    return response;
  };
  return network;
}
