/** One socket connection: its identity, its topics, and its rate limits. */
import type { Capability } from '../../../contract/accounts/capabilities.ts';
import type { PlayerActor, UserActor } from '../../../contract/endpoint.ts';
import type { ServerMessage, SessionEndReason, Topic } from '../../../contract/events.ts';
import type { Clock } from '../../clock.ts';
import { generateToken } from '../../random.ts';
import { approvedUser, type Identify } from '../access/access.ts';

/** The parts of a uWebSockets.js socket that are used. */
export interface RawSocket {
  send(text: string): unknown;
  subscribe(topic: string): unknown;
  unsubscribe(topic: string): unknown;
  end(code: number, reason: string): unknown;
}

/** Authenticated identity of the client. */
export interface SocketIdentity {
  user?: UserActor;
  player?: PlayerActor;
}

/** Data of the upgrade request. */
export interface UpgradeRequest {
  cookies: Readonly<Record<string, string>>;
  /** Query string of the URL, without the question mark. */
  query: string;
  /** Client's address. */
  address?: string;
  userAgent?: string | undefined;
}

/** Close codes: 4001 is the program's own (4000 to 4999 are free for programs), 1012 means "service restart". */
const closeCodes = { sessionEnded: 4001, reconnect: 1012 } as const;

/** Subscriptions of people's connections, to which messages are sent separately, because each connection numbers its messages. */
export interface PersonalTopics {
  add(topic: Topic, connection: Connection): void;
  remove(topic: Topic, connection: Connection): void;
}

export class Connection {
  /** Id that the client sends with its requests. Messages that these requests cause are marked as own on this connection. */
  get id(): string {
    return (this.#id ??= generateToken());
  }
  #id: string | undefined;
  /** Monotonic milliseconds. */
  readonly openedAt: number;
  readonly #socket: RawSocket;
  readonly #upgradeRequest: UpgradeRequest;
  readonly #identify: Identify;
  readonly #clock: Clock;
  readonly #identity: SocketIdentity = {};
  /** Token that proves `identity.player`. */
  #playerToken = '';
  /** Token of a blocked screen, used again once it is unblocked. */
  #blockedToken = '';
  #windowStart: number;
  #received = 0;
  readonly #topics: PersonalTopics;
  /** Number of published messages that were sent. */
  #sent = 0;

  constructor(
    socket: RawSocket,
    upgradeRequest: UpgradeRequest,
    identify: Identify,
    clock: Clock,
    topics: PersonalTopics,
  ) {
    this.#topics = topics;
    this.#socket = socket;
    this.#upgradeRequest = upgradeRequest;
    this.#identify = identify;
    this.#clock = clock;
    this.openedAt = clock.monotonic();
    this.#windowStart = this.openedAt;
  }

  /** Query of the URL. Parsed at each access, because it is needed only once. */
  get query(): URLSearchParams {
    return new URLSearchParams(this.#upgradeRequest.query);
  }

  get identity(): Readonly<SocketIdentity> {
    return this.#identity;
  }

  /** Identifies the user by the upgrade request's session. False if there is no approved user: an earlier identity remains. */
  authenticateUser(): boolean {
    const user = this.#findUser();
    if (user) this.#identity.user = user;
    return user !== undefined;
  }

  /** Authenticates a screen by its token. Returns the reason when it fails; an earlier identity then remains. */
  authenticatePlayer(token: string): 'authenticated' | 'unknown' | 'expired' | 'blocked' | 'swapped' {
    const player = this.#identify.player(token);
    this.#blockedToken = player === 'blocked' ? token : '';
    if (typeof player !== 'object') return player ?? 'unknown';
    this.#identity.player = player;
    this.#playerToken = token;
    return 'authenticated';
  }

  /** The last token that was sent, if its screen is blocked: it is tried again after an unblocking. */
  get blockedToken(): string {
    return this.#blockedToken;
  }

  /** True for a known but blocked screen: its connection may stay open. */
  isWaiting(): boolean {
    return this.#blockedToken !== '' && this.#identify.player(this.#blockedToken) === 'blocked';
  }

  get isAuthenticated(): boolean {
    return this.#identity.user !== undefined || this.#identity.player !== undefined;
  }

  /** Verifies the session and the token again; false when one of them has ended. */
  isStillAuthenticated(): boolean {
    const { user, player } = this.#identity;
    if (player && typeof this.#identify.player(this.#playerToken) !== 'object') return false;
    return !user || this.#findUser() !== undefined;
  }

  /** True if the person has the capability. Checks again: a member's role may have changed since the connection was opened. */
  hasCapability(capability: Capability): boolean {
    return this.#findUser()?.capabilities.has(capability) === true;
  }

  send(message: ServerMessage): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** Sends a published message with its number on this connection. `text`: a JSON object. */
  push(text: string, isOwn: boolean): void {
    this.#sent += 1;
    this.#socket.send(`${text.slice(0, -1)},"n":${this.#sent}${isOwn ? ',"isOwn":true' : ''}}`);
  }

  subscribe(topic: Topic): void {
    if (!this.#identity.user) return void this.#socket.subscribe(topic);
    this.#socket.unsubscribe(topic);
    this.#topics.add(topic, this);
  }

  unsubscribe(topic: Topic): void {
    this.#socket.unsubscribe(topic);
    this.#topics.remove(topic, this);
  }

  /** Notifies the client that its session or token has ended, and closes. */
  endSession(reason?: SessionEndReason): void {
    this.send({ type: 'sessionEnded', ...(reason && { reason }) });
    this.#socket.end(closeCodes.sessionEnded, 'sessionEnded');
  }

  /** Closes without a message: the session continues with a new token, with which the client reconnects. */
  closeForReconnect(): void {
    this.#socket.end(closeCodes.reconnect, 'come back');
  }

  /** Counts a message; true when there are more than `messages` within `windowMs`. */
  isTooFast({ messages, windowMs }: { messages: number; windowMs: number }): boolean {
    const now = this.#clock.monotonic();
    if (now - this.#windowStart >= windowMs) {
      this.#windowStart = now;
      this.#received = 0;
    }
    this.#received += 1;
    return this.#received > messages;
  }

  #findUser(): UserActor | undefined {
    const { cookies, address, userAgent } = this.#upgradeRequest;
    return approvedUser({ cookies, address, headers: userAgent ? { 'user-agent': userAgent } : {} }, this.#identify);
  }
}
