/** The studio's socket on /ws: subscribes to the user's updates and comes back by itself after a loss. */
import type { ClientMessage, ServerMessage } from '../../src/contract/events.ts';
import { limits } from '../../src/contract/limits.ts';

export type LiveStatus = 'connecting' | 'open' | 'lost';

export interface LiveOptions {
  onMessage(message: ServerMessage): void;
  onStatus(status: LiveStatus): void;
  /** From now on every change is told; what was read before may have missed one, at the start or after a loss. */
  onSubscribed(): void;
}

/** A dead TCP connection gives no close event: unanswered pings find it. */
const pingMs = 25_000;
const pongMs = 10_000;

/** Opens the socket; the result closes it for good. */
export function connectLive({ onMessage, onStatus, onSubscribed }: LiveOptions): () => void {
  const url = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`;
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let pinger: ReturnType<typeof setInterval> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isStopped = false;

  const send = (message: ClientMessage) =>
    socket?.readyState === WebSocket.OPEN && socket.send(JSON.stringify(message));

  function ping(): void {
    clearTimeout(deadline);
    deadline = setTimeout(() => lose(), pongMs);
    send({ type: 'ping' });
  }

  function open(): void {
    if (isStopped) return;
    clearTimeout(retry);
    const opened = new WebSocket(url);
    socket = opened;
    opened.onopen = () => {
      send({ type: 'subscribe_user' });
      pinger = setInterval(ping, pingMs);
    };
    opened.onmessage = (event: MessageEvent<string>) => {
      clearTimeout(deadline);
      const message = parse(event.data);
      if (!message) return;
      if (message.type === 'subscribed' && message.to === 'user') {
        failures = 0;
        onStatus('open');
        onSubscribed();
      } else onMessage(message);
    };
    opened.onclose = () => opened === socket && lose();
  }

  function lose(): void {
    clearInterval(pinger);
    clearTimeout(deadline);
    const lost = socket;
    socket = undefined;
    lost?.close();
    if (isStopped) return;
    failures += 1;
    onStatus(failures > 1 ? 'lost' : 'connecting');
    retry = setTimeout(open, limits.realtimeReconnectMs);
  }

  // Back from sleep or flight mode: don't wait for the next ping to find out.
  function wake(): void {
    if (socket?.readyState === WebSocket.OPEN) ping();
    else if (!socket) open();
  }

  window.addEventListener('online', wake);
  onStatus('connecting');
  open();
  return () => {
    isStopped = true;
    window.removeEventListener('online', wake);
    clearTimeout(retry);
    lose();
  };
}

function parse(text: string): ServerMessage | undefined {
  try {
    return JSON.parse(text) as ServerMessage;
  } catch (error) {
    console.warn('Mensagem ilegível do servidor', error);
    return undefined;
  }
}
