/** /ws: who listens to what, and messages to them (contract/events.ts). */
import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t, WebSocket } from 'uWebSockets.js';
import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import { clientMessage, type ClientMessage, type Publish, type ServerMessage } from '../../contract/events.ts';
import { approvedUser, type Identify } from './access.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import { isOwnOrigin } from './origins.ts';
import { readRequest } from './request.ts';
import { type SocketIdentity, topicsOf } from './topics.ts';

export interface SocketsParts {
  identify: Identify;
  authorize: { playlist(actor: UserActor | PlayerActor, playlistId: number): boolean };
  log: Log;
  /** Sockets live in real time: a test's ManualClock would stop the rate limit's window and the time to prove oneself. */
  wireClock?: Clock;
  limits?: Partial<typeof socketLimits>;
}

/** Per connection. */
const socketLimits = {
  messageBytes: 16 * 1024,
  /** Messages in any window. */
  messages: 60,
  windowMs: 10_000,
  playlists: 50,
  /** Unread bytes; a connection that does not read is closed. */
  unreadBytes: 256 * 1024,
  idleS: 60,
  /** Who has not proven to be anybody by then makes room: open connections are not endless. */
  proveWithinMs: 30_000,
  /** How often a proof is looked at again: sessions and tokens end. */
  proveAgainMs: 60_000,
};

/** Close codes of our own (4000-4999). */
const closeCodes = { sessionEnded: 4001 } as const;

const playerRefusals = {
  unknown: 'Esta tela não está conectada.',
  expired: 'A conexão desta tela expirou.',
  blocked: 'Tela bloqueada pelo administrador',
};

interface Connection {
  readonly cookies: Readonly<Record<string, string>>;
  readonly identity: SocketIdentity;
  /** The proof of `identity.player`. */
  playerToken: string | undefined;
  readonly playlists: Set<number>;
  /** Asked for by `/ws?playlistId=N` before anything was proven. */
  wanted: number | undefined;
  /** Monotonic milliseconds. */
  openedAt: number;
  windowStart: number;
  received: number;
}
interface Data {
  connection: Connection;
}
type Socket = WebSocket<Data>;

/** How the requests of one app are read. */
export interface SocketRules {
  isKnownHost(host: string | undefined): boolean;
  isTls: boolean;
  trustProxy: boolean;
}

export type Sockets = ReturnType<typeof createSockets>;

export function createSockets(parts: SocketsParts) {
  const { identify, authorize, log, wireClock: clock = systemClock } = parts;
  const bounds = { ...socketLimits, ...parts.limits };
  const apps: TemplatedApp[] = [];
  const open = new Map<Socket, Connection>();
  let isClosing = false;
  const dismissing = clock.every(bounds.proveWithinMs / 3, () => {
    const openedBefore = clock.monotonic() - bounds.proveWithinMs;
    for (const [socket, { identity, openedAt }] of [...open]) {
      if (!identity.user && !identity.player && openedAt <= openedBefore)
        guard(socket, () => socket.end(1008, 'nobody'));
    }
  });

  const provingAgain = clock.every(bounds.proveAgainMs, () => {
    for (const [socket, connection] of [...open]) if (!isStillProven(connection)) guard(socket, () => end(socket));
  });

  /**
   * To everybody who subscribed. `sessionEnded` also closes the connections of the topic; a screen follows the playlist
   * it is sent, and hears no more of the one before.
   */
  const publish: Publish = (topic, message) => {
    if (message.type === 'sessionEnded') return endAll((identity) => topicsOf(identity).includes(topic));
    const text = JSON.stringify(message);
    for (const app of apps) app.publish(topic, text);
    if (topic.startsWith('player:') && (message.type === 'playlistAssigned' || message.type === 'playlistRemoved'))
      follow(message);
  };

  function follow(message: Extract<ServerMessage, { type: 'playlistAssigned' | 'playlistRemoved' }>): void {
    const sent = message.type === 'playlistAssigned' ? message.playlist.id : undefined;
    for (const [socket, { identity, playlists }] of open) {
      if (identity.player?.playerId !== message.playerId) continue;
      for (const playlistId of playlists) {
        if (mayHear(identity, playlistId)) continue;
        playlists.delete(playlistId);
        socket.unsubscribe(`playlist:${playlistId}`);
      }
      if (sent === undefined || !mayHear(identity, sent)) continue;
      playlists.add(sent);
      socket.subscribe(`playlist:${sent}`);
    }
  }

  function isStillProven({ identity, cookies, playerToken }: Connection): boolean {
    if (identity.player && typeof identify.player(playerToken ?? '') !== 'object') return false;
    return !identity.user || approvedUser({ cookies, headers: {} }, identify) !== undefined;
  }

  const mayHear = ({ user, player }: SocketIdentity, playlistId: number): boolean =>
    [player, user].some((actor) => actor && authorize.playlist(actor, playlistId));

  function endAll(matches: (identity: SocketIdentity) => boolean): void {
    for (const [socket, { identity }] of [...open]) {
      if (matches(identity)) end(socket);
    }
  }

  function end(socket: Socket): void {
    send(socket, { type: 'sessionEnded' });
    socket.end(closeCodes.sessionEnded, 'sessionEnded');
  }

  function send(socket: Socket, message: ServerMessage): void {
    socket.send(JSON.stringify(message));
  }

  function take(socket: Socket, connection: Connection, message: ClientMessage): void {
    switch (message.type) {
      case 'ping':
        return send(socket, { type: 'pong' });
      case 'subscribe_user': {
        const user = approvedUser({ cookies: connection.cookies, headers: {} }, identify);
        if (!user) return refuse(socket, 'user', 'Sessão expirada. Entre novamente.');
        become(socket, connection, { ...connection.identity, user });
        return send(socket, { type: 'subscribed', to: 'user' });
      }
      case 'subscribe_player': {
        const player = identify.player(message.token);
        if (typeof player !== 'object') return refuse(socket, 'player', playerRefusals[player ?? 'unknown']);
        become(socket, connection, { ...connection.identity, player });
        connection.playerToken = message.token;
        send(socket, { type: 'subscribed', to: 'player' });
        if (connection.wanted !== undefined) subscribePlaylist(socket, connection, connection.wanted);
        return;
      }
      case 'subscribe_playlist':
        return subscribePlaylist(socket, connection, message.playlistId);
    }
  }

  /** Takes up the topics of an identity and leaves those of the one before. */
  function become(socket: Socket, connection: Connection, identity: SocketIdentity): void {
    const topics = topicsOf(identity);
    for (const topic of topicsOf(connection.identity)) if (!topics.includes(topic)) socket.unsubscribe(topic);
    for (const topic of topics) socket.subscribe(topic);
    Object.assign(connection.identity, identity);
  }

  function subscribePlaylist(socket: Socket, connection: Connection, playlistId: number): void {
    const { identity } = connection;
    identity.user ??= approvedUser({ cookies: connection.cookies, headers: {} }, identify);
    if (!mayHear(identity, playlistId)) {
      return refuse(
        socket,
        'playlist',
        identity.user || identity.player ? 'Playlist não encontrada.' : 'Sessão expirada. Entre novamente.',
      );
    }
    if (!connection.playlists.has(playlistId) && connection.playlists.size >= bounds.playlists)
      return refuse(socket, 'playlist', 'Inscrições demais nesta conexão.');
    connection.playlists.add(playlistId);
    connection.wanted = undefined;
    socket.subscribe(`playlist:${playlistId}`);
    send(socket, { type: 'subscribed', to: 'playlist' });
  }

  function refuse(socket: Socket, to: 'user' | 'playlist' | 'player', message: string): void {
    send(socket, { type: 'subscriptionRefused', to, message });
  }

  /** More than the window allows. */
  function isTooFast(connection: Connection): boolean {
    const now = clock.monotonic();
    if (now - connection.windowStart >= bounds.windowMs) {
      connection.windowStart = now;
      connection.received = 0;
    }
    connection.received += 1;
    return connection.received > bounds.messages;
  }

  /** A throw in a callback would end the process: this connection ends instead. */
  function guard(socket: Socket, run: () => void): void {
    try {
      run();
    } catch (error) {
      log.error('socket failed', { error });
      if (open.has(socket)) socket.end(1011, 'internal');
    }
  }

  function upgrade(
    response: HttpResponse,
    request: HttpRequest,
    context: us_socket_context_t,
    rules: SocketRules,
  ): void {
    const refused = (status: string) =>
      void response.cork(() => void response.writeStatus(status).writeHeader('connection', 'close').end('', true));
    let isUpgraded = false;
    try {
      const { headers, cookies, defect } = readRequest(request, new ArrayBuffer(0), rules);
      const { host, origin } = headers;
      if (defect) return refused('400 Bad Request');
      if (!rules.isKnownHost(host)) return refused('421 Misdirected Request');
      // Browsers always name their page; a cookie without one is not a browser's.
      if (origin ? !isOwnOrigin(origin, host) : Object.keys(cookies).length > 0) return refused('403 Forbidden');
      if (isClosing) return refused('503 Service Unavailable');
      const wanted = Number(request.getQuery('playlistId') ?? Number.NaN);
      const connection: Connection = {
        cookies,
        identity: {},
        playerToken: undefined,
        playlists: new Set(),
        wanted: Number.isSafeInteger(wanted) && wanted > 0 ? wanted : undefined,
        openedAt: clock.monotonic(),
        windowStart: clock.monotonic(),
        received: 0,
      };
      isUpgraded = true;
      response.upgrade<Data>(
        { connection },
        request.getHeader('sec-websocket-key'),
        request.getHeader('sec-websocket-protocol'),
        request.getHeader('sec-websocket-extensions'),
        context,
      );
    } catch (error) {
      log.error('upgrade failed', { error });
      // Neither answered nor upgraded would end the process.
      if (!isUpgraded) response.close();
    }
  }

  /** Serves /ws on an app; http.ts calls it. */
  function attach(app: TemplatedApp, rules: SocketRules): void {
    apps.push(app);
    app.ws<Data>('/ws', {
      maxPayloadLength: bounds.messageBytes,
      maxBackpressure: bounds.unreadBytes,
      closeOnBackpressureLimit: 1,
      idleTimeout: bounds.idleS,
      sendPingsAutomatically: true,
      upgrade: (response, request, context) => upgrade(response, request, context, rules),
      open(socket) {
        const { connection } = socket.getUserData();
        open.set(socket, connection);
        guard(socket, () => {
          if (connection.wanted !== undefined) subscribePlaylist(socket, connection, connection.wanted);
        });
      },
      message(socket, bytes, isBinary) {
        guard(socket, () => {
          const { connection } = socket.getUserData();
          if (isTooFast(connection)) return socket.end(1008, 'too many messages');
          const message = isBinary ? undefined : readMessage(bytes);
          if (message) take(socket, connection, message);
        });
      },
      close: (socket) => void open.delete(socket),
    });
  }

  return {
    publish,
    attach,
    /** Ends the connections whose proven identity matches: told `sessionEnded`, then closed with 4001. */
    disconnect: endAll,
    /** Before the server stops: 1001 is "going away". */
    closeAll(code = 1001): void {
      isClosing = true;
      dismissing.cancel();
      provingAgain.cancel();
      for (const socket of [...open.keys()]) socket.end(code, 'server stopping');
    },
    counts() {
      let users = 0;
      let players = 0;
      for (const { identity } of open.values()) {
        if (identity.player) players += 1;
        else if (identity.user) users += 1;
      }
      return { total: open.size, users, players };
    },
  };
}

/** Undefined for what is no message of the contract. */
function readMessage(bytes: ArrayBuffer): ClientMessage | undefined {
  try {
    return clientMessage.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
