/** The socket on /ws, which reconnects for ever (contract/README 11). Also runs on Chromium 63 (web/player/README 1.1). */
import type { ClientMessage, Pushed } from '../../src/contract/events.ts';

export interface SocketOptions {
  /** Each time it is open: now is the moment to subscribe. */
  onOpen(): void;
  onMessage(message: Pushed): void;
  onLost?(): void;
  /** Returns the delay before the next attempt after `failures` attempts, in milliseconds. */
  retryMs(failures: number): number;
}

export interface Socket {
  /** Does nothing while it is not open. */
  send(message: ClientMessage): void;
  /** Checks the connection at once, after sleep or flight mode. */
  wake(): void;
  close(): void;
}

/** A dead connection gives no close event: a silent one is asked this often, and given up without an answer in time. */
const silentMs = 20_000;
const responseMs = 10_000;
/** The server ended the session, not the line: it is there, and a blocked screen waits for its word (contract/README 11). */
const afterSessionMs = 500;

/** Connects at once. */
export function openSocket({ onOpen, onMessage, onLost, retryMs }: SocketOptions): Socket {
  let socket: WebSocket | undefined;
  let failures = 0;
  let isSessionOver = false;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let watch: ReturnType<typeof setTimeout> | undefined;

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  function send(message: ClientMessage): void {
    if (isOpen()) socket?.send(JSON.stringify(message));
  }

  function expect(run: () => void, withinMs: number): void {
    clearTimeout(watch);
    watch = setTimeout(run, withinMs);
  }

  function ask(): void {
    expect(lose, responseMs);
    send({ type: 'ping' });
  }

  function drop(): void {
    clearTimeout(watch);
    if (!socket) return;
    // A half-open connection reports its end minutes later: nobody listens to it any more.
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
    socket = undefined;
  }

  function lose(): void {
    drop();
    if (isClosed) return;
    onLost?.();
    retry = setTimeout(connect, isSessionOver ? afterSessionMs * Math.random() : retryMs(failures));
    isSessionOver = false;
    failures += 1;
  }

  function connect(): void {
    clearTimeout(retry);
    const fresh = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = fresh;
    expect(lose, responseMs);
    fresh.onopen = () => {
      failures = 0;
      expect(ask, silentMs);
      onOpen();
    };
    fresh.onmessage = (event: MessageEvent<string>) => {
      expect(ask, silentMs);
      const message = parse(event.data);
      if (message?.type === 'sessionEnded') isSessionOver = true;
      if (message) onMessage(message);
    };
    fresh.onclose = lose;
    fresh.onerror = lose;
  }

  connect();
  return {
    send,
    wake() {
      if (isClosed) return;
      if (isOpen()) ask();
      else if (!socket) connect();
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      drop();
    },
  };
}

function parse(text: string): Pushed | undefined {
  try {
    return JSON.parse(text) as Pushed;
  } catch (error) {
    console.warn('Mensagem ilegível do servidor', error);
    return undefined;
  }
}
