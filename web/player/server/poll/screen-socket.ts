/** Socket of a screen (contract/README 11). It only says *that* something changed; the calls bring what. */
import type { ServerMessage } from '../../../../src/contract/events.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { openSocket } from '../../../api/socket.ts';
import { backOffMs } from './poll.ts';

export interface ScreenSocketOptions {
  token(): string;
  onOpen(): void;
  onMessage(message: ServerMessage): void;
}

/** Subscribes to the screen, and after each loss anew: at first after 1.5 to 3 s, at most every 15 s. */
export function openScreenSocket({ token, onOpen, onMessage }: ScreenSocketOptions) {
  let playlistId: number | null = null;

  const follow = () => {
    if (playlistId !== null) socket.send({ type: 'subscribe_playlist', playlistId });
  };

  const socket = openSocket({
    onOpen() {
      socket.send({ type: 'subscribe_player', token: token() });
      follow();
      onOpen();
    },
    onMessage,
    retryMs: (failures) => backOffMs(limits.realtimeReconnectMs, failures, Math.random()),
  });

  return {
    /** Null: of no playlist. */
    subscribePlaylist(id: number | null): void {
      if (playlistId === id) return;
      playlistId = id;
      follow();
    },
    close: socket.close,
  };
}
