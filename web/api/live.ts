/** The studio's socket: subscribes to the user's updates, and reports the state of the connection. */
import type { User } from '../../src/contract/accounts/accounts.ts';
import type { Pushed } from '../../src/contract/events.ts';
import { limits } from '../../src/contract/limits.ts';
import { nameConnection } from './client.ts';
import { openSocket } from './socket.ts';

type LiveStatus = 'connecting' | 'open' | 'lost';

export interface LiveOptions {
  onMessage(message: Pushed): void;
  onStatus(status: LiveStatus): void;
  /** A message was lost: what was read may be out of date. */
  onGap(): void;
  /** Every change is sent from now on, and this is the user. What was read before may have missed one. */
  onSubscribed(user: User): void;
}

/** Opens the socket; the result closes it for good. */
export function connectLive({ onMessage, onStatus, onGap, onSubscribed }: LiveOptions): () => void {
  let losses = 0;
  let received = 0;
  onStatus('connecting');
  const socket = openSocket({
    onOpen() {
      received = 0;
      socket.send({ type: 'subscribe_user' });
    },
    onMessage(message) {
      if (message.n !== undefined) {
        const hasGap = message.n !== received + 1;
        received = message.n;
        if (hasGap) onGap();
      }
      if (message.type !== 'subscribed' || message.to !== 'user') return onMessage(message);
      losses = 0;
      nameConnection(message.connectionId);
      onStatus('open');
      onSubscribed(message.user);
    },
    onLost() {
      nameConnection(undefined);
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
