/** The studio's WebSocket: subscribes to the user's updates, and reports the state of the connection. */
import type { User } from '../../src/contract/accounts/accounts.ts';
import type { ServerMessage } from '../../src/contract/events.ts';
import { limits } from '../../src/contract/limits.ts';
import { openSocket } from './socket.ts';

type LiveStatus = 'connecting' | 'open' | 'lost';

export interface LiveOptions {
  onMessage(message: ServerMessage): void;
  onStatus(status: LiveStatus): void;
  /** Called after each subscription: all later changes are sent. Data loaded before may lack a change, so load it again. */
  onSubscribed(user: User): void;
}

/** Opens the socket. Returns a function that closes it permanently. */
export function connectLive({ onMessage, onStatus, onSubscribed }: LiveOptions): () => void {
  let losses = 0;
  onStatus('connecting');
  const socket = openSocket({
    onOpen: () => socket.send({ type: 'subscribe_user' }),
    onMessage(message) {
      if (message.type !== 'subscribed' || message.to !== 'user') return onMessage(message);
      losses = 0;
      onStatus('open');
      onSubscribed(message.user);
    },
    onLost() {
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
