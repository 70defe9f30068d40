/**
 * Decides which topics a connection to /ws may subscribe to (contract/README 11): those of its studio or screen, and the playlists that
 * it may see.
 */
import type { User } from '../../contract/accounts/accounts.ts';
import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import { AppError, notFoundMessages, playerRefusal } from '../../contract/errors.ts';
import type { ClientMessage, Topic } from '../../contract/events.ts';
import type { Connection, SocketIdentity } from '../../platform/http/sockets/connection.ts';
import type { Subscription, SocketRules } from '../../platform/http/sockets/sockets.ts';

export interface SocketRulesDeps {
  canView(actor: UserActor | PlayerActor, playlistId: number): boolean;
  /** Returns the user as `GET /api/user` does. */
  currentUser(actor: UserActor): User;
  /** Maximum number of playlists that one connection may subscribe to. */
  maxPlaylists?: number;
}

const refusals = {
  session: new AppError('unauthenticated').message,
  playlist: notFoundMessages.playlist,
  tooMany: 'Inscrições demais nesta conexão.',
};

interface LiveSubscription extends Subscription {
  readonly connection: Connection;
  /** Subscribes a screen to its assigned playlist, and unsubscribes it from playlists that it may no longer see. */
  followPlaylist(assigned: number | undefined): void;
  /** If the screen was refused because it was blocked, tries again to subscribe it. */
  retryBlocked(): void;
}

/** Returns the topics that an identity is subscribed to automatically (contract/events.ts `Topic`). */
function topicsOf({ user, player }: SocketIdentity): Topic[] {
  return [
    ...(user ? ([`user:${user.userId}`, 'studios'] as const) : []),
    ...(user?.role === 'admin' ? (['managers'] as const) : []),
    ...(player ? ([`player:${player.playerId}`, `screens:${player.userId}`, 'screens'] as const) : []),
  ];
}

export function createSocketRules(deps: SocketRulesDeps): SocketRules<LiveSubscription> {
  const { canView, currentUser, maxPlaylists = 50 } = deps;
  const refuse = (connection: Connection, to: 'user' | 'playlist' | 'player', message: string) =>
    connection.send({ type: 'subscriptionRefused', to, message });

  const maySubscribe = ({ identity: { player, user } }: Connection, playlistId: number): boolean =>
    [player, user].some((actor) => actor && canView(actor, playlistId));

  /** Subscribes to the topics of the current identity, and unsubscribes from the other topics of the previous one. */
  function changeTopics(connection: Connection, previousTopics: ReturnType<typeof topicsOf>): void {
    const topics = topicsOf(connection.identity);
    for (const topic of previousTopics) if (!topics.includes(topic)) connection.unsubscribe(topic);
    for (const topic of topics) connection.subscribe(topic);
  }

  function subscribeUser(connection: Connection): void {
    const previousTopics = topicsOf(connection.identity);
    if (!connection.authenticateUser()) return refuse(connection, 'user', refusals.session);
    changeTopics(connection, previousTopics);
    // The user is read after subscribing, so that no change of the user is missed.
    const { user } = connection.identity;
    if (user) connection.send({ type: 'subscribed', to: 'user', user: currentUser(user), connectionId: connection.id });
  }

  /** This is a class, and creates its set lazily, so that an idle connection needs less memory than with closures. */
  class ConnectionSubscription implements LiveSubscription {
    #playlists: Set<number> | undefined;
    /** The playlist of `/ws?playlistId=N`, until the connection is subscribed to it. */
    #requestedId: number | undefined;

    constructor(readonly connection: Connection) {
      this.#requestedId = readId(connection.query.get('playlistId'));
    }

    begin(): void {
      if (this.#requestedId !== undefined) this.#subscribePlaylist(this.#requestedId);
    }

    receive(message: ClientMessage): void {
      switch (message.type) {
        case 'ping':
          return this.connection.send({ type: 'pong' });
        case 'subscribe_user':
          return subscribeUser(this.connection);
        case 'subscribe_player':
          return this.#subscribePlayer(message.token);
        case 'subscribe_playlist':
          return this.#subscribePlaylist(message.playlistId);
      }
    }

    retryBlocked(): void {
      const { connection } = this;
      if (connection.blockedToken !== '' && !connection.isWaiting()) this.#subscribePlayer(connection.blockedToken);
    }

    followPlaylist(assigned: number | undefined): void {
      for (const playlistId of this.#playlists ?? []) {
        if (maySubscribe(this.connection, playlistId)) continue;
        this.#playlists?.delete(playlistId);
        this.connection.unsubscribe(`playlist:${playlistId}`);
      }
      if (assigned !== undefined && maySubscribe(this.connection, assigned)) this.#addPlaylist(assigned);
    }

    #addPlaylist(playlistId: number): void {
      (this.#playlists ??= new Set()).add(playlistId);
      this.connection.subscribe(`playlist:${playlistId}`);
    }

    #subscribePlayer(token: string): void {
      const { connection } = this;
      const previousTopics = topicsOf(connection.identity);
      const outcome = connection.authenticatePlayer(token);
      if (outcome !== 'authenticated') return refuse(connection, 'player', playerRefusal(outcome).message);
      changeTopics(connection, previousTopics);
      connection.send({ type: 'subscribed', to: 'player' });
      if (this.#requestedId !== undefined) this.#subscribePlaylist(this.#requestedId);
    }

    #subscribePlaylist(playlistId: number): void {
      const { connection } = this;
      const subscribed = this.#playlists;
      if (!connection.identity.user) connection.authenticateUser();
      if (!maySubscribe(connection, playlistId))
        return refuse(connection, 'playlist', connection.isAuthenticated ? refusals.playlist : refusals.session);
      if (!subscribed?.has(playlistId) && (subscribed?.size ?? 0) >= maxPlaylists)
        return refuse(connection, 'playlist', refusals.tooMany);
      this.#requestedId = undefined;
      this.#addPlaylist(playlistId);
      connection.send({ type: 'subscribed', to: 'playlist' });
    }
  }

  return {
    topicsOf,
    createSubscription: (connection) => new ConnectionSubscription(connection),
    /** Subscribes a screen to its newly assigned playlist instead of the previous one; subscribes unblocked screens. */
    published(topic, message, subscriptions) {
      const mayUnblock = message.type === 'contentChanged' && message.what === 'user';
      if (mayUnblock || (topic.startsWith('player:') && message.type === 'playerStatusChanged')) {
        for (const subscription of subscriptions) subscription.retryBlocked();
      }
      if (!topic.startsWith('player:')) return;
      if (message.type !== 'playlistAssigned' && message.type !== 'playlistRemoved') return;
      const assigned = message.type === 'playlistAssigned' ? message.playlist.id : undefined;
      for (const subscription of subscriptions)
        if (subscription.connection.identity.player?.playerId === message.playerId)
          subscription.followPlaylist(assigned);
    },
  };
}

/** Returns undefined for an invalid id. */
function readId(text: string | null): number | undefined {
  const id = Number(text ?? Number.NaN);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
