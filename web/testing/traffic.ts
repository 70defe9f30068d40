/** Counts what a page of the studio transfers: its API calls, and the bytes of their bodies and of the socket's messages. */
import type { Page, Request } from 'playwright-core';

interface Traffic {
  /** Method and path of each API call. */
  requests: string[];
  bytes: number;
}

/**
 * Starts counting. Must be called before the page opens its socket; `reset` begins anew and returns what was counted.
 * A response counts with its request, also when its body arrives after a reset.
 */
export function countTraffic(page: Page) {
  let traffic: Traffic = { requests: [], bytes: 0 };
  const add = (bytes: number) => void (traffic.bytes += bytes);
  const countedIn = new WeakMap<Request, Traffic>();
  const sizeOf = (payload: string | Buffer) => Buffer.byteLength(payload);
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (!pathname.startsWith('/api/')) return;
    traffic.requests.push(`${request.method()} ${pathname}${search}`);
    add(sizeOf(request.postData() ?? ''));
    countedIn.set(request, traffic);
  });
  page.on('response', (response) => {
    const counted = countedIn.get(response.request());
    if (!counted) return;
    // A body that was dropped by a navigation counts nothing.
    void response.body().then(
      (body) => void (counted.bytes += body.length),
      () => undefined,
    );
  });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => add(sizeOf(payload)));
    socket.on('framesent', ({ payload }) => add(sizeOf(payload)));
  });
  return {
    current: () => traffic,
    reset(): Traffic {
      const counted = traffic;
      traffic = { requests: [], bytes: 0 };
      return counted;
    },
  };
}
