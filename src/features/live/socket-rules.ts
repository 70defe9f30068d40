/** Who hears what over /ws (contract/README 11): studios their user, screens themselves, both the playlists they may see. */
import type { User } from '../../contract/accounts.ts';
import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import { AppError, missing, refusedPlayer } from '../../contract/errors.ts';
import type { ClientMessage } from '../../contract/events.ts';
import type { Connection } from '../../platform/http/socket-connection.ts';
import type { Conversation, SocketRules } from '../../platform/http/sockets.ts';
import { topicsOf } from './rules.ts';

export interface SocketRulesDeps {
  canView(actor: UserActor | PlayerActor, playlistId: number): boolean;
  /** As `GET /api/user` answers it. */
  currentUser(actor: UserActor): User;
  /** That one connection may subscribe to. */
  maxPlaylists?: number;
}

const refusals = {
  session: new AppError('unauthenticated').message,
  playlist: missing.playlist,
  tooMany: 'Inscrições demais nesta conexão.',
};

interface LiveConversation extends Conversation {
  readonly connection: Connection;
  /** Of a screen: hears the playlist it is sent, and no more of one that it may not see any longer. */
  follow(sent: number | undefined): void;
  /** Of a blocked screen: subscribes it if it is not blocked any more. */
  tryAgain(): void;
}

export function createSocketRules({
  canView,
  currentUser,
  maxPlaylists = 50,
}: SocketRulesDeps): SocketRules<LiveConversation> {
  function converse(connection: Connection): LiveConversation {
    const playlists = new Set<number>();
    /** Asked for by `/ws?playlistId=N` before anything was proven. */
    let wanted = readId(connection.query.get('playlistId'));

    const refuse = (to: 'user' | 'playlist' | 'player', message: string) =>
      connection.send({ type: 'subscriptionRefused', to, message });

    const mayHear = (playlistId: number): boolean =>
      [connection.identity.player, connection.identity.user].some((actor) => actor && canView(actor, playlistId));

    /** Takes up the topics of the identity and leaves those of the one before. */
    function changeTopics(before: ReturnType<typeof topicsOf>): void {
      const topics = topicsOf(connection.identity);
      for (const topic of before) if (!topics.includes(topic)) connection.unsubscribe(topic);
      for (const topic of topics) connection.subscribe(topic);
    }

    function subscribeUser(): void {
      const before = topicsOf(connection.identity);
      if (!connection.proveUser()) return refuse('user', refusals.session);
      changeTopics(before);
      // Read after subscribing: no change falls between.
      const { user } = connection.identity;
      if (user) connection.send({ type: 'subscribed', to: 'user', user: currentUser(user) });
    }

    function subscribePlayer(token: string): void {
      const before = topicsOf(connection.identity);
      const proof = connection.provePlayer(token);
      if (proof !== 'proven') return refuse('player', refusedPlayer(proof).message);
      changeTopics(before);
      connection.send({ type: 'subscribed', to: 'player' });
      if (wanted !== undefined) subscribePlaylist(wanted);
    }

    function subscribePlaylist(playlistId: number): void {
      if (!connection.identity.user) connection.proveUser();
      if (!mayHear(playlistId)) return refuse('playlist', connection.isProven ? refusals.playlist : refusals.session);
      if (!playlists.has(playlistId) && playlists.size >= maxPlaylists) return refuse('playlist', refusals.tooMany);
      wanted = undefined;
      playlists.add(playlistId);
      connection.subscribe(`playlist:${playlistId}`);
      connection.send({ type: 'subscribed', to: 'playlist' });
    }

    return {
      connection,
      begin() {
        if (wanted !== undefined) subscribePlaylist(wanted);
      },
      take(message: ClientMessage) {
        switch (message.type) {
          case 'ping':
            return connection.send({ type: 'pong' });
          case 'subscribe_user':
            return subscribeUser();
          case 'subscribe_player':
            return subscribePlayer(message.token);
          case 'subscribe_playlist':
            return subscribePlaylist(message.playlistId);
        }
      },
      tryAgain() {
        if (connection.blockedToken !== '' && !connection.isWaiting()) subscribePlayer(connection.blockedToken);
      },
      follow(sent) {
        for (const playlistId of playlists) {
          if (mayHear(playlistId)) continue;
          playlists.delete(playlistId);
          connection.unsubscribe(`playlist:${playlistId}`);
        }
        if (sent === undefined || !mayHear(sent)) return;
        playlists.add(sent);
        connection.subscribe(`playlist:${sent}`);
      },
    };
  }

  return {
    topicsOf,
    converse,
    /** A screen follows the playlist it is sent, and hears no more of the one before; an unblocked one hears again at once. */
    published(topic, message, open) {
      const mayUnblock = message.type === 'contentChanged' && message.what === 'user';
      if (mayUnblock || (topic.startsWith('player:') && message.type === 'playerStatusChanged')) {
        for (const conversation of open) conversation.tryAgain();
      }
      if (!topic.startsWith('player:')) return;
      if (message.type !== 'playlistAssigned' && message.type !== 'playlistRemoved') return;
      const sent = message.type === 'playlistAssigned' ? message.playlist.id : undefined;
      for (const conversation of open)
        if (conversation.connection.identity.player?.playerId === message.playerId) conversation.follow(sent);
    },
  };
}

/** Undefined for what is no id. */
function readId(text: string | null): number | undefined {
  const id = Number(text ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
