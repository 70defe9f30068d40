/** Socket of a screen (contract/README 11). It only reports *that* something changed; requests fetch the change. */
import type { ServerMessage } from '../../../../src/contract/events.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { openSocket } from '../../../api/socket.ts';
import { backOffMs } from './poll.ts';

export interface ScreenSocketOptions {
  token(): string;
  onOpen(): void;
  onMessage(message: ServerMessage): void;
}

/** Opens the socket and subscribes to the screen. Reconnects after a loss: first after 1.5 to 3 s, later after at most 15 s. */
export function openScreenSocket({ token, onOpen, onMessage }: ScreenSocketOptions) {
  let playlistId: number | null = null;

  const sendSubscription = () => {
    if (playlistId !== null) socket.send({ type: 'subscribe_playlist', playlistId });
  };

  const socket = openSocket({
    onOpen() {
      socket.send({ type: 'subscribe_player', token: token() });
      sendSubscription();
      onOpen();
    },
    onMessage,
    retryMs: (failures) => backOffMs(limits.realtimeReconnectMs, failures, Math.random()),
  });

  return {
    /** Subscribes to a playlist instead of the previous one. Null: sends nothing; only the next connection has no playlist. */
    subscribePlaylist(id: number | null): void {
      if (playlistId === id) return;
      playlistId = id;
      sendSubscription();
    },
    close: socket.close,
  };
}
