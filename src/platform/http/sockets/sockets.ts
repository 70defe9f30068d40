/** Serves /ws: accepts, limits and identifies connections, and sends messages by topic. features/live decides the topics. */
import type { HttpRequest, HttpResponse, TemplatedApp, us_socket_context_t, WebSocket } from 'uWebSockets.js';
import {
  clientMessage,
  type ClientMessage,
  type Publish,
  type ServerMessage,
  type SessionEndReason,
  type Topic,
} from '../../../contract/events.ts';
import type { Capability } from '../../../contract/accounts/capabilities.ts';
import type { Identify } from '../access/access.ts';
import { sendingConnection } from '../request/sending-connection.ts';
import { cookieNames } from '../request/cookies.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { Connection, type UpgradeRequest, type SocketIdentity } from './connection.ts';
import type { Log } from '../../log.ts';
import { isOwnOrigin } from '../access/origins.ts';
import { type ConnectionInfo, readRequest } from '../request/request.ts';
import { ResponseWriter } from '../response/writer.ts';

/** The application's handler of one connection. An exception closes that connection. */
export interface Subscription {
  /** Called when the connection is open. */
  begin(): void;
  receive(message: ClientMessage): void;
}

/** Subscription rules of the sockets. */
export interface SocketRules<Own extends Subscription = Subscription> {
  /** Returns the topics to which an identity is always subscribed. `sessionEnded` on one of them closes its connections. */
  topicsOf(identity: SocketIdentity): readonly Topic[];
  createSubscription(connection: Connection): Own;
  /** Called after a message was sent to its topic. `open`: the subscriptions of all open connections. */
  published(topic: Topic, message: ServerMessage, open: Iterable<Own>): void;
}

export interface SocketsParts<Own extends Subscription = Subscription> {
  identify: Identify;
  rules: SocketRules<Own>;
  log: Log;
  /** Clock of rate limits and deadlines. By default the system's, also in tests whose application has a ManualClock. */
  wireClock?: Clock;
  limits?: Partial<typeof socketLimits>;
}

/** Limits of a connection. */
const socketLimits = {
  /** Connections of one session, or of one screen's device: each open page has one. */
  perSession: 16,
  /** Connections of one blocked screen that may wait until it is unblocked. */
  waiting: 2,
  messageBytes: 16 * 1024,
  /** Number of messages in a window. */
  messages: 60,
  windowMs: 10_000,
  /** Maximum number of unread bytes; a connection that does not read is closed. */
  unreadBytes: 256 * 1024,
  idleS: 60,
  /** Time after which an unauthenticated connection is closed, because the number of connections is limited. */
  authenticateWithinMs: 10_000,
  /** Interval at which identities are verified again, because sessions and tokens end. */
  verifyEveryMs: 60_000,
};

/** Conditions for upgrade requests, and the callback for closed connections. */
export interface UpgradeRules {
  isKnownHost(host: string | undefined): boolean;
  publicOrigin?: string;
  connection(): ConnectionInfo;
  /** Called when an upgraded connection is closed, which the connection filter of uWebSockets.js (server.ts) does not report. */
  closed(): void;
}

const noCookies: UpgradeRequest['cookies'] = {};

type Socket = WebSocket<UpgradeRequest>;

interface Entry<Own> {
  readonly connection: Connection;
  subscription?: Own;
}

type Matches = (identity: SocketIdentity) => boolean;

const connectionsOf = (open: ReadonlyMap<Socket, Entry<unknown>>, matches: Matches): Connection[] =>
  [...open.values()].map(({ connection }) => connection).filter(({ identity }) => matches(identity));

export type Sockets = ReturnType<typeof createSockets>;

export function createSockets<Own extends Subscription>(parts: SocketsParts<Own>) {
  const { identify, rules, log, wireClock: clock = systemClock } = parts;
  const bounds = { ...socketLimits, ...parts.limits };
  const apps: TemplatedApp[] = [];
  const open = new Map<Socket, Entry<Own>>();
  const personal = createPersonalTopics();
  const sessions = createSessionCounts(bounds.perSession);
  let isClosing = false;

  const surplusCheck = clock.every(bounds.authenticateWithinMs / 3, () => {
    const openedBefore = clock.monotonic() - bounds.authenticateWithinMs;
    for (const [socket, connection, mayWait] of findSurplus(open, openedBefore, bounds))
      guard(socket, () => (mayWait && connection.isWaiting()) || socket.end(1008, 'nobody'));
  });
  const verification = clock.every(bounds.verifyEveryMs, () => {
    for (const [socket, { connection }] of [...open])
      if (!connection.isStillAuthenticated()) guard(socket, () => connection.endSession());
  });

  /**
   * Sends a message to all subscribers of a topic. A subscriber that lacks the restriction's capability gets the restriction's
   * message instead. `sessionEnded` also closes the connections whose identity belongs to the topic.
   */
  const publish: Publish = (topic, message, restriction) => {
    if (message.type === 'sessionEnded')
      return endAll((identity) => rules.topicsOf(identity).includes(topic), message.reason);
    const text = JSON.stringify(message);
    const restricted = restriction && { needs: restriction.needs, text: JSON.stringify(restriction.otherwise) };
    for (const app of apps) app.publish(topic, restricted?.text ?? text);
    personal.push(topic, text, { sender: sendingConnection(), restricted });
    // The caller's work is done: an error of the rules must not make the caller fail.
    try {
      rules.published(topic, message, subscriptions());
    } catch (error) {
      log.error('socket rules failed', { error });
    }
  };

  function* subscriptions(): Iterable<Own> {
    for (const { subscription } of open.values()) if (subscription) yield subscription;
  }

  const endAll = (matches: Matches, reason?: SessionEndReason): void =>
    connectionsOf(open, matches).forEach((connection) => connection.endSession(reason));

  /** Runs a callback. An exception would end the process: it closes this connection instead. */
  function guard(socket: Socket, run: () => void): void {
    try {
      run();
    } catch (error) {
      log.error('socket failed', { error });
      if (open.has(socket)) socket.end(1011, 'internal');
    }
  }

  function opened(socket: Socket): void {
    const entry: Entry<Own> = { connection: new Connection(socket, socket.getUserData(), identify, clock, personal) };
    open.set(socket, entry);
    sessions.count(socket.getUserData(), 1);
    guard(socket, () => {
      entry.subscription = rules.createSubscription(entry.connection);
      entry.subscription.begin();
    });
  }

  function receive(socket: Socket, bytes: ArrayBuffer, isBinary: boolean): void {
    const entry = open.get(socket);
    if (entry?.connection.isTooFast(bounds)) return void socket.end(1008, 'too many messages');
    const message = isBinary ? undefined : readMessage(bytes);
    if (message) entry?.subscription?.receive(message);
  }

  /** Serves /ws on an app. */
  function attach(app: TemplatedApp, upgradeRules: UpgradeRules): void {
    apps.push(app);
    app.ws<UpgradeRequest>('/ws', {
      maxPayloadLength: bounds.messageBytes,
      maxBackpressure: bounds.unreadBytes,
      closeOnBackpressureLimit: 1,
      idleTimeout: bounds.idleS,
      sendPingsAutomatically: true,
      upgrade: (...request) =>
        upgrade(...request, { ...upgradeRules, ...{ isClosing, log, mayOpen: sessions.mayOpen } }),
      open: opened,
      message: (socket, bytes, isBinary) => guard(socket, () => receive(socket, bytes, isBinary)),
      close: (socket) => {
        personal.removeAll(open.get(socket)?.connection);
        open.delete(socket);
        sessions.count(socket.getUserData(), -1);
        upgradeRules.closed();
      },
    });
  }

  return {
    publish,
    /** True if a person's connection is subscribed to the topic. */
    isSubscribed: personal.has,
    attach,
    /** Ends the sessions of the matching connections. */
    endSessions: endAll,
    /** Closes the matching connections without a message, so that they reconnect with a new token. */
    reconnect: (matches: Matches): void =>
      connectionsOf(open, matches).forEach((connection) => connection.closeForReconnect()),
    /** Closes all connections before the server stops; 1001 means "going away". */
    closeAll(code = 1001): void {
      isClosing = true;
      surplusCheck.cancel();
      verification.cancel();
      for (const socket of [...open.keys()]) socket.end(code, 'server stopping');
    },
    counts() {
      const identities = [...open.values()].map(({ connection }) => connection.identity);
      const players = identities.filter(({ player }) => player).length;
      const users = identities.filter(({ user, player }) => user && !player).length;
      return { total: open.size, users, players };
    },
  };
}

/**
 * Returns the connections to close, all opened before `openedBefore`: a screen's connections beyond its `bounds.perSession`
 * newest, and unauthenticated ones. `mayWait`: the connection may stay open while its screen is blocked, because it is one of
 * the `bounds.waiting` newest with its token.
 */
function findSurplus(
  open: ReadonlyMap<Socket, { connection: Connection }>,
  openedBefore: number,
  bounds: { perSession: number; waiting: number },
) {
  const found: [Socket, Connection, mayWait: boolean][] = [];
  const counts = new Map<string | number, number>();
  // Newest first: a device that reconnected several times keeps its last connection.
  for (const [socket, { connection }] of [...open].reverse()) {
    const { user, player } = connection.identity;
    if (user || connection.openedAt > openedBefore) continue;
    const key = player?.playerId ?? connection.blockedToken;
    const newer = counts.get(key) ?? 0;
    counts.set(key, newer + 1);
    if (!player) found.push([socket, connection, newer < bounds.waiting]);
    else if (newer >= bounds.perSession) found.push([socket, connection, false]);
  }
  return found;
}

/** Counts the open connections of each session cookie. */
function createSessionCounts(max: number) {
  const counts = new Map<string, number>();
  const countOf = (session: string): number => counts.get(session) ?? 0;
  return {
    mayOpen: (session: string): boolean => countOf(session) < max,
    count({ cookies }: UpgradeRequest, change: number): void {
      const session = cookies[cookieNames.session];
      if (session === undefined) return;
      const count = countOf(session) + change;
      if (count > 0) counts.set(session, count);
      else counts.delete(session);
    },
  };
}

/** Indexes the connections of people by topic. */
function createPersonalTopics() {
  const byTopic = new Map<Topic, Set<Connection>>();
  const topicsOf = new Map<Connection, Set<Topic>>();

  function remove(topic: Topic, connection: Connection): void {
    const connections = byTopic.get(topic);
    connections?.delete(connection);
    if (connections?.size === 0) byTopic.delete(topic);
    topicsOf.get(connection)?.delete(topic);
  }

  return {
    /**
     * Sends a message to the subscribers of a topic. `sender`: id of the connection whose request caused the message.
     * `restricted`: the text for subscribers that lack the capability `needs`.
     */
    push(
      topic: Topic,
      text: string,
      {
        sender,
        restricted,
      }: { sender: string | undefined; restricted: { needs: Capability; text: string } | undefined },
    ): void {
      for (const connection of byTopic.get(topic) ?? []) {
        const isAllowed = !restricted || connection.hasCapability(restricted.needs);
        connection.push(isAllowed ? text : restricted.text, connection.id === sender);
      }
    },
    has: (topic: Topic): boolean => byTopic.has(topic),
    add(topic: Topic, connection: Connection): void {
      byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(connection));
      topicsOf.set(connection, (topicsOf.get(connection) ?? new Set()).add(topic));
    },
    remove,
    removeAll(connection: Connection | undefined): void {
      if (!connection) return;
      for (const topic of [...(topicsOf.get(connection) ?? [])]) remove(topic, connection);
      topicsOf.delete(connection);
    },
  };
}

function upgrade(
  response: HttpResponse,
  request: HttpRequest,
  context: us_socket_context_t,
  upgradeRules: UpgradeRules & { isClosing: boolean; mayOpen(session: string): boolean; log: Log },
): void {
  // Close a moment later: an immediate close has no effect if more bytes have arrived.
  const refuse = (status: number) =>
    new ResponseWriter(response, {
      onEnd() {},
      onError: (error) => upgradeRules.log.error('refusing failed', { error }),
    }).sendComplete({ status, headers: [] }, '', { closeConnection: true });
  let isUpgraded = false;
  try {
    const { headers, cookies, query, address, defect } = readRequest(
      request,
      response.getRemoteAddressAsText(),
      upgradeRules.connection(),
    );
    const { host, origin } = headers;
    if (defect) return refuse(400);
    if (!upgradeRules.isKnownHost(host)) return refuse(421);
    // Browsers always send an Origin; a request with a cookie but without an Origin does not come from a browser.
    if (origin ? !isOwnOrigin(origin, host, upgradeRules.publicOrigin) : Object.keys(cookies).length > 0)
      return refuse(403);
    if (upgradeRules.isClosing) return refuse(503);
    // Keep only the session cookie: these data stay in memory while the connection is open, for months and thousands of screens.
    const session = cookies[cookieNames.session];
    // Refuse the newest connection: a page whose older connection was closed instead would reconnect, and close another.
    if (session !== undefined && !upgradeRules.mayOpen(session)) return refuse(429);
    const upgradeRequest: UpgradeRequest =
      session === undefined
        ? { cookies: noCookies, query }
        : { cookies: { [cookieNames.session]: session }, query, address, userAgent: headers['user-agent'] };
    isUpgraded = true;
    response.upgrade<UpgradeRequest>(
      upgradeRequest,
      request.getHeader('sec-websocket-key'),
      request.getHeader('sec-websocket-protocol'),
      request.getHeader('sec-websocket-extensions'),
      context,
    );
  } catch (error) {
    upgradeRules.log.error('upgrade failed', { error });
    // A request without a response or an upgrade would end the process.
    if (!isUpgraded) response.close();
  }
}

/** Parses a message; undefined when it does not match the contract. */
function readMessage(bytes: ArrayBuffer): ClientMessage | undefined {
  try {
    return clientMessage.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8'))).data;
  } catch {
    return undefined;
  }
}
