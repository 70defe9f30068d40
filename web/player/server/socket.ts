/** The real-time channel (contract/README 11). It only says *that* something changed; the calls bring what. */
import type { ClientMessage, ServerMessage } from '../../../src/contract/events.ts';
import { limits } from '../../../src/contract/limits.ts';
import { backOffMs } from './poll.ts';

export interface SocketOptions {
  url: string;
  token(): string;
  onOpen(): void;
  onMessage(message: ServerMessage): void;
  onClose(): void;
}

export interface Socket {
  subscribePlaylist(playlistId: number | null): void;
  close(): void;
}

/** A silent connection is asked this often, and given up when it does not answer within `answerMs`. */
const pingMs = 20_000;
const answerMs = 10_000;

/** Connects, and connects again for ever: at first after 1.5 to 3 s, at most every 15 s. */
export function openSocket(options: SocketOptions): Socket {
  let socket: WebSocket | undefined;
  let playlistId: number | null = null;
  let failures = 0;
  let isClosed = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let ping: ReturnType<typeof setTimeout> | undefined;

  const send = (message: ClientMessage) => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  };

  const drop = () => {
    clearTimeout(ping);
    if (!socket) return;
    // A half-open connection reports its end minutes later: nobody listens to it any more.
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
    socket = undefined;
  };

  const lost = () => {
    drop();
    if (isClosed) return;
    options.onClose();
    retry = setTimeout(connect, backOffMs(limits.realtimeReconnectMs, failures, Math.random()));
    failures += 1;
  };

  const heard = () => {
    clearTimeout(ping);
    ping = setTimeout(() => {
      send({ type: 'ping' });
      ping = setTimeout(lost, answerMs);
    }, pingMs);
  };

  function connect(): void {
    const fresh = new WebSocket(options.url);
    socket = fresh;
    ping = setTimeout(lost, answerMs);
    fresh.onopen = () => {
      failures = 0;
      heard();
      send({ type: 'subscribe_player', token: options.token() });
      if (playlistId !== null) send({ type: 'subscribe_playlist', playlistId });
      options.onOpen();
    };
    fresh.onmessage = (event) => {
      heard();
      try {
        options.onMessage(JSON.parse(String(event.data)) as ServerMessage);
      } catch {
        // Not JSON, so not ours.
      }
    };
    fresh.onclose = lost;
    fresh.onerror = lost;
  }

  connect();
  return {
    subscribePlaylist(id) {
      if (playlistId === id) return;
      playlistId = id;
      if (id !== null) send({ type: 'subscribe_playlist', playlistId: id });
    },
    close() {
      isClosed = true;
      clearTimeout(retry);
      drop();
    },
  };
}
