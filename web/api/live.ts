/** The studio's WebSocket: subscribes to the user's updates, and reports the state of the connection. */
import type { User } from '../../src/contract/accounts/accounts.ts';
import type { PushedMessage } from '../../src/contract/events.ts';
import { limits } from '../../src/contract/limits.ts';
import { setConnectionId } from './client.ts';
import { openSocket } from './socket.ts';

/** `lost`: the socket was lost twice in succession; after the first loss the status is `connecting`. */
type LiveStatus = 'connecting' | 'open' | 'lost';

interface LiveOptions {
  onMessage(message: PushedMessage): void;
  onStatus(status: LiveStatus): void;
  /** Called when a message was lost: data that was read may be out of date. */
  onGap(): void;
  /** Called when the server has accepted the subscription of `user` and sends every change. Data that was read before may be out of date. */
  onSubscribed(user: User): void;
}

/** Checks the numbers of published messages, which count from 1 on each connection. Calls `onGap` if one was lost, repeated or reordered. */
export function createMessageNumbers(onGap: () => void) {
  let last = 0;
  return {
    restart(): void {
      last = 0;
    },
    check({ n }: PushedMessage): void {
      if (n === undefined) return;
      const hasGap = n !== last + 1;
      last = n;
      if (hasGap) onGap();
    },
  };
}

/** Opens the socket. Returns a function that closes it. */
export function connectLive({ onMessage, onStatus, onGap, onSubscribed }: LiveOptions): () => void {
  let losses = 0;
  const numbers = createMessageNumbers(onGap);
  onStatus('connecting');
  const socket = openSocket({
    onOpen() {
      numbers.restart();
      socket.send({ type: 'subscribe_user' });
    },
    onMessage(message) {
      numbers.check(message);
      if (message.type !== 'subscribed' || message.to !== 'user') return onMessage(message);
      losses = 0;
      setConnectionId(message.connectionId);
      onStatus('open');
      onSubscribed(message.user);
    },
    onLost() {
      setConnectionId(undefined);
      losses += 1;
      onStatus(losses > 1 ? 'lost' : 'connecting');
    },
    retryMs: () => limits.realtimeReconnectMs,
  });
  window.addEventListener('online', socket.wake);
  return () => {
    window.removeEventListener('online', socket.wake);
    socket.close();
  };
}
