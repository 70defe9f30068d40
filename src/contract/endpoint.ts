/** Types of endpoints. An endpoint's key and value determine the types of its handler and of the client's call. */
import type * as z from 'zod';
import type { Capability } from './accounts/capabilities.ts';
import type { ErrorCode } from './errors.ts';
import type { SignedInMember } from './accounts/accounts.ts';

/**
 * Callers that an endpoint accepts.
 * - `anyone`: no session needed (a valid one is still recognised)
 * - `user`: an approved account's session, or its API token, with the capability that the call `needs`
 * - `manager`: role admin (administrators and gestores), never a member or an API token
 * - `administrator`: role admin and userType admin
 * - `player`: a screen's bearer token
 * - `viewer`: as `user`, or a player's token scoped to what that player plays
 */
export type Access = 'anyone' | 'user' | 'manager' | 'administrator' | 'player' | 'viewer';

/** Feature flags (contract/README 1.8): a user without the flag gets 403 `feature_disabled`. */
export type Feature = 'breakingNews' | 'radio' | 'management';

/** Request bodies that are not JSON; the handler gets them as a `BodyStream`. */
export type RawBody = 'binary' | 'multipart';
/** Handlers of `html` and `text` return a string, of `file` a `FileReply`, of `stream` a `StreamReply` or `SizedReply`. */
export type RawReply = 'file' | 'stream' | 'html' | 'text';

/** A section of the documentation. */
export interface Section {
  readonly name: string;
  /** Description in one sentence. */
  readonly about: string;
}

export interface Endpoint {
  readonly section?: Section;
  /** Description in one line for /api/docs. */
  readonly summary: string;
  readonly access: Access;
  /** Capability that people and tokens need; set for the accesses `user` and `viewer` only (contract/README 1.19). */
  readonly needs?: Capability;
  readonly feature?: Feature;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType | RawBody;
  /** Omitted: the response is 204 without content. */
  readonly reply?: z.ZodType | RawReply;
  /** Status of a successful response; by default 200, or 204 without a reply. */
  readonly status?: number;
  /** True if an `Idempotency-Key` makes a repetition return the first response (contract/README 12.5). */
  readonly idempotent?: true;
  /** Request headers in addition to those of every call, with their meanings. For the documentation only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers of a successful response with their meanings. For the documentation only. */
  readonly replyHeaders?: Readonly<Record<string, string>>;
  /** Error codes beyond those that access, feature, parameters and body imply (`errorCodes` in api/openapi.ts). */
  readonly errors?: readonly ErrorCode[];
}

/** Returns a function that adds the section and the `common` fields to a definition. A definition may set another section. */
export function endpointOf<const Common extends Partial<Endpoint> = object>(section: Section, common?: Common) {
  return <const E extends Omit<Endpoint, keyof Common>>(definition: E) => ({
    section,
    ...(common as Common),
    ...definition,
  });
}

/** Errors of endpoints that take a file. */
export const fileErrors = [
  'bad_request',
  'length_required',
  'payload_too_large',
  'unsupported_media_type',
  'unreadable_media',
  'disk_full',
] as const satisfies readonly ErrorCode[];

/** Documented request headers of endpoints that reply with a file. */
export const fileHeaders = {
  Range: 'One range, as bytes=FIRST-LAST.',
  'If-Range': "The file's ETag: the whole file is sent when it has changed.",
  'If-None-Match': "Known ETags: 304 when one of them is the file's.",
};

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Path parameters that are text. All others are ids, positive integers; any other value returns 404. */
export const textParams = ['code', 'file', 'key', 'name'] as const;
type TextParam = (typeof textParams)[number];

/** Parameters of a path: `'GET /api/playlists/:id'` -> `{ id: number }`; `:code`, `:file`, `:key` and `:name` are text. */
export type Params<Key extends string> = { [Name in ParamNames<Key>]: Name extends TextParam ? string : number };

/** A streamed request body. Iterating applies back-pressure, and throws AppError when the client disconnects. */
export interface BodyStream extends AsyncIterable<Buffer> {
  /** Content-Length in bytes. */
  readonly length: number | undefined;
}

/** Parsed body, as the handler gets it. */
export type Body<E> = E extends { body: infer B }
  ? B extends RawBody
    ? BodyStream
    : B extends z.ZodType
      ? z.output<B>
      : undefined
  : undefined;
/** Body as the caller sends it, before defaults are added. */
export type BodyInput<E> = E extends { body: infer B } ? (B extends z.ZodType ? z.input<B> : never) : never;
export type Query<E> = E extends { query: infer Q } ? (Q extends z.ZodType ? z.output<Q> : undefined) : undefined;
export type QueryInput<E> = E extends { query: infer Q } ? (Q extends z.ZodType ? z.input<Q> : never) : never;
/** Reply as the caller gets it. */
export type ReplyOf<E> = E extends { reply: infer R }
  ? R extends z.ZodType
    ? z.output<R>
    : R extends 'html' | 'text'
      ? string
      : unknown
  : undefined;

/** A file on disk, sent with ranges, strong ETag and HEAD. */
export interface FileReply {
  path: string;
  contentType: string;
  /** Entity tag without quotes. */
  etag: string;
  headers?: Record<string, string>;
}

/** An endless or generated response: `start` writes chunks until it calls `end` or the returned stop function runs. */
export interface StreamReply {
  contentType: string;
  headers?: Record<string, string>;
  start(sink: StreamSink): () => void;
}

export interface StreamSink {
  /** Returns false if the chunk was dropped because the client is too slow. */
  write(chunk: Uint8Array): boolean;
  /** Resolves when the client has received what was written, or has disconnected. */
  drained(): Promise<void>;
  end(): void;
  /** Cuts the connection, so that the client notices that the response is incomplete. */
  abort(): void;
}

/** A response of known length, generated at the client's pace. */
export interface SizedReply {
  contentType: string;
  headers?: Record<string, string>;
  sizeBytes: number;
  /** Returns one or more bytes from `position`; when it rejects, the connection is cut. */
  read(position: number): Promise<Uint8Array>;
}

/** Return type of a handler. */
export type HandlerReply<E> = E extends { reply: infer R }
  ? R extends z.ZodType
    ? z.input<R>
    : R extends 'file'
      ? FileReply
      : R extends 'stream'
        ? StreamReply | SizedReply
        : string
  : void;

/** An account that makes a call: through its owner, a member, or an API token. */
export interface UserActor {
  kind: 'user';
  userId: number;
  username: string;
  email: string;
  role: 'user' | 'admin';
  userType: 'common' | 'gestor' | 'admin';
  features: Record<Feature, boolean>;
  /** undefined: the account's owner, or an API token. */
  member: SignedInMember | undefined;
  token: { id: number; name: string } | undefined;
  capabilities: ReadonlySet<Capability>;
  /** SHA-256 of the session token in hex, which identifies the session without revealing the token. Empty for an API token. */
  sessionHash: string;
}

export interface PlayerActor {
  kind: 'player';
  playerId: number;
  /** Id of the screen's owner. */
  userId: number;
}

/** Actor and origin of a change, as the audit log stores them (contract/README 1.17). */
export interface Author {
  /** Id of the signed-in account; null: a screen's device, the server's shell, or nobody. */
  userId: number | null;
  /** Id of the team member or of the API token that acted; otherwise null. */
  memberId: number | null;
  tokenId: number | null;
  /** Name of the actor; empty for an unknown one. */
  name: string;
  /** null: the change was made on the server itself. */
  address: string | null;
}

type Actor<E> = E extends { access: 'anyone' }
  ? { user: UserActor | undefined }
  : E extends { access: 'player' }
    ? { player: PlayerActor }
    : E extends { access: 'viewer' }
      ? { viewer: UserActor | PlayerActor }
      : { user: UserActor };

export interface CookieOptions {
  /** Lifetime in seconds; 0 deletes the cookie. */
  maxAgeS: number;
  path?: string;
}

/** Parts of the HTTP exchange that some handlers need beside the parsed input. */
export interface Exchange {
  readonly requestId: string;
  readonly method: Method;
  /** The client's address: the peer's, or X-Forwarded-For of a proxy in TRUST_PROXY. */
  readonly address: string;
  /** Address of the connection's other end, possibly a proxy. */
  readonly peerAddress: string;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** Adds a cookie with HttpOnly, SameSite=Lax, and Secure on https. */
  setCookie(name: string, value: string, options: CookieOptions): void;
  setHeader(name: string, value: string): void;
  /** Sets another success status than the contract's. */
  setStatus(status: number): void;
}

/** Argument of a handler: typed by the key (parameters) and the endpoint (query, body, actor). */
export type HandlerInput<Key extends string, E> = {
  params: Params<Key>;
  query: Query<E>;
  body: Body<E>;
  exchange: Exchange;
  by: Author;
} & Actor<E>;

/**
 * Handler in two steps, for an `idempotent` endpoint with work that must not hold a transaction. `prepare` may run again for a
 * repeated request; `handle` runs once, in a transaction.
 */
export interface PreparedHandler<Key extends string, E> {
  prepare(input: HandlerInput<Key, E>): Promise<unknown>;
  /** `prepared`: what `prepare` resolved to. */
  handle(input: HandlerInput<Key, E>, prepared: never): HandlerReply<E>;
}

/** Handlers of `idempotent` endpoints are synchronous: they run in the transaction that stores their reply. */
export type Handler<Key extends string, E> = E extends { idempotent: true }
  ? ((input: HandlerInput<Key, E>) => HandlerReply<E>) | PreparedHandler<Key, E>
  : (input: HandlerInput<Key, E>) => HandlerReply<E> | Promise<HandlerReply<E>>;
