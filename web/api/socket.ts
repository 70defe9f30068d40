/** The socket on /ws, which reconnects for ever (contract/README 11). Also runs on Chromium 63 (web/player/README 1.1). */
import type { ClientMessage, PushedMessage } from '../../src/contract/events.ts';

interface SocketOptions {
  /** Called after every (re)connection; subscribe here. */
  onOpen(): void;
  onMessage(message: PushedMessage): void;
  onLost?(): void;
  /** Returns the delay before the next attempt in milliseconds. `failures`: failed attempts since the last connection. */
  retryMs(failures: number): number;
}

export interface Socket {
  /** Does nothing while the connection is not open. */
  send(message: ClientMessage): void;
  /** Pings an open connection, or reconnects at once; call it when the device is back online. */
  wake(): void;
  close(): void;
}

/** A dead connection may give no close event: after this silence it is pinged, and given up if no response arrives in time. */
const silenceMs = 20_000;
/** Time for the response to a ping, and for a connection to open. */
const responseMs = 10_000;
/** Maximum reconnection delay after the server has ended the session: the server is reachable then (contract/README 11). */
const afterSessionMs = 500;

/** Opens a socket, which starts to connect at once. */
export function openSocket({ onOpen, onMessage, onLost, retryMs }: SocketOptions): Socket {
  let socket: WebSocket | undefined;
  let failures = 0;
  let isSessionEnded = false;
  let isClosed = false;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let watchdog: ReturnType<typeof setTimeout> | undefined;

  const isOpen = () => socket?.readyState === WebSocket.OPEN;

  function send(message: ClientMessage): void {
    if (isOpen()) socket?.send(JSON.stringify(message));
  }

  function restartWatchdog(run: () => void, afterMs: number): void {
    clearTimeout(watchdog);
    watchdog = setTimeout(run, afterMs);
  }

  function ping(): void {
    restartWatchdog(handleLoss, responseMs);
    send({ type: 'ping' });
  }

  function disconnect(): void {
    clearTimeout(watchdog);
    if (!socket) return;
    // A half-open connection may report its end minutes later: ignore its events from now on.
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
    socket = undefined;
  }

  function handleLoss(): void {
    disconnect();
    if (isClosed) return;
    onLost?.();
    retryTimer = setTimeout(connect, isSessionEnded ? afterSessionMs * Math.random() : retryMs(failures));
    isSessionEnded = false;
    failures += 1;
  }

  function connect(): void {
    clearTimeout(retryTimer);
    const opened = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`);
    socket = opened;
    restartWatchdog(handleLoss, responseMs);
    opened.onopen = () => {
      failures = 0;
      restartWatchdog(ping, silenceMs);
      onOpen();
    };
    opened.onmessage = (event: MessageEvent<string>) => {
      restartWatchdog(ping, silenceMs);
      const message = parse(event.data);
      if (message?.type === 'sessionEnded') isSessionEnded = true;
      if (message) onMessage(message);
    };
    opened.onclose = handleLoss;
    opened.onerror = handleLoss;
  }

  connect();
  return {
    send,
    wake() {
      if (isClosed) return;
      if (isOpen()) ping();
      else if (!socket) connect();
    },
    close() {
      isClosed = true;
      clearTimeout(retryTimer);
      disconnect();
    },
  };
}

function parse(text: string): PushedMessage | undefined {
  try {
    return JSON.parse(text) as PushedMessage;
  } catch (error) {
    console.warn('Mensagem ilegível do servidor', error);
    return undefined;
  }
}
