/** Types of an endpoint. Typed handlers, the client, OpenAPI and access checks are inferred from key and value. */
import type * as z from 'zod';
import type { Capability } from './accounts/capabilities.ts';
import type { ErrorCode } from './errors.ts';
import type { PresentMember } from './accounts/accounts.ts';

/**
 * Callers that an endpoint accepts. - `anyone`: no session needed (a valid one is still recognised) - `user`: an
 * approved account's session, or its API token, with the capability that the call `needs` - `manager`: role admin
 * (administrators and gestores), never a member or an API token - `administrator`: role admin and userType admin -
 * `player`: a screen's bearer token - `viewer`: as `user`, or a player's token scoped to what that player plays
 */
export type Access = 'anyone' | 'user' | 'manager' | 'administrator' | 'player' | 'viewer';

/** Feature flags (contract/README 1.8): a user without the flag gets 403 `feature_disabled`. */
export type Feature = 'breakingNews' | 'radio' | 'management';

/** Bodies that are not JSON: streamed to the handler, or produced by it. */
export type RawBody = 'binary' | 'multipart';
/** `html` and `text` handlers answer a string, `file` a `FileReply`, `stream` a `StreamReply` or `SizedReply`. */
export type RawReply = 'file' | 'stream' | 'html' | 'text';

/** A section of the documentation. */
export interface Section {
  readonly name: string;
  /** One sentence. */
  readonly about: string;
}

export interface Endpoint {
  readonly section?: Section;
  /** One line for /api/docs. */
  readonly summary: string;
  readonly access: Access;
  /** Capability that `user` and `viewer` calls require (contract/README 1.19); left out: `account`. */
  readonly needs?: Capability;
  readonly feature?: Feature;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType | RawBody;
  /** Absent: 204, no content. */
  readonly reply?: z.ZodType | RawReply;
  /** Success status; 200, or 204 without a reply. */
  readonly status?: number;
  /** True if an `Idempotency-Key` makes a repetition return the first response (contract/README 12.5). */
  readonly idempotent?: true;
  /** Headers that the call understands beside those of every call, with what each says. For readers only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers of a good answer, likewise. */
  readonly replyHeaders?: Readonly<Record<string, string>>;
  /** Error codes beyond those that access, input and throttling imply. */
  readonly errors?: readonly ErrorCode[];
}

/** Makes endpoints of one section of the documentation with `common` fields; a definition may name another section. */
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
  'If-Range': 'The ETag under which the range counts; else the whole file.',
  'If-None-Match': 'Known ETags: 304 when one is the file.',
};

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Parameters that are text; every other one is a positive integer id (anything else answers 404). */
export const textParams = ['code', 'file', 'key', 'name'] as const;
type TextParam = (typeof textParams)[number];

/** `'GET /api/playlists/:id'` -> `{ id: number }`; `:code`, `:file`, `:key` and `:name` stay text. */
export type Params<Key extends string> = { [Name in ParamNames<Key>]: Name extends TextParam ? string : number };

/** A streamed request body. Iterating applies back-pressure; it throws AppError when the client leaves. */
export interface BodyStream extends AsyncIterable<Buffer> {
  /** Content-Length, bytes. */
  readonly length: number | undefined;
}

/** Body as the handler sees it (parsed). */
export type Body<E> = E extends { body: infer B }
  ? B extends RawBody
    ? BodyStream
    : B extends z.ZodType
      ? z.output<B>
      : undefined
  : undefined;
/** Body as the caller gives it (before defaults). */
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
  /** Without quotes. */
  etag: string;
  headers?: Record<string, string>;
}

/** An endless or generated response: `start` writes chunks until it calls `end` or the returned stop function runs. */
export interface StreamReply {
  contentType: string;
  headers?: Record<string, string>;
  start(sink: { write(chunk: Uint8Array): boolean; end(): void }): () => void;
}

/** Generated bytes of known length, at the client's pace. */
export interface SizedReply {
  contentType: string;
  headers?: Record<string, string>;
  sizeBytes: number;
  /** One or more bytes from `position`; rejecting cuts the connection. */
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

/** An account, and who of it calls: the account itself, a member, or an API token. */
export interface UserActor {
  kind: 'user';
  userId: number;
  username: string;
  email: string;
  role: 'user' | 'admin';
  userType: 'common' | 'gestor' | 'admin';
  features: Record<Feature, boolean>;
  /** undefined: the account itself, or its token. */
  member: PresentMember | undefined;
  token: { id: number; name: string } | undefined;
  capabilities: ReadonlySet<Capability>;
  /** SHA-256 of the session token, hex: names the session without revealing it. Empty for an API token. */
  sessionHash: string;
}

export interface PlayerActor {
  kind: 'player';
  playerId: number;
  /** The screen's owner. */
  userId: number;
}

/** Actor and origin of a change, as the audit log stores them (contract/README 1.17). */
export interface Author {
  /** The account that is signed in; null: a screen's device, the server's shell, or nobody. */
  userId: number | null;
  /** The person of the account's team, and the program's token, where it was one of these. */
  memberId: number | null;
  tokenId: number | null;
  /** Empty where there is nobody to name. */
  name: string;
  /** null: on the server itself. */
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
  /** Seconds; 0 deletes the cookie. */
  maxAgeS: number;
  path?: string;
}

/** Facts of the HTTP exchange that some handlers need beside the parsed input. */
export interface Exchange {
  readonly requestId: string;
  readonly method: Method;
  /** The client's address: the peer's, or X-Forwarded-For of a proxy in TRUST_PROXY. */
  readonly address: string;
  /** Whoever holds the other end of the connection, a proxy perhaps. */
  readonly peerAddress: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** HttpOnly, SameSite=Lax, Secure on https. */
  setCookie(name: string, value: string, options: CookieOptions): void;
  setHeader(name: string, value: string): void;
  /** Another success status than the contract's. */
  setStatus(status: number): void;
}

/** Argument of a handler: typed by the key (parameters) and the endpoint (query, body, actor). */
export type Call<Key extends string, E> = {
  params: Params<Key>;
  query: Query<E>;
  body: Body<E>;
  exchange: Exchange;
  by: Author;
} & Actor<E>;

/**
 * Handler in two steps, for an `idempotent` endpoint with work that must not hold a transaction: `prepare` may run again for a repeated
 * request, `handle` runs once, in a transaction.
 */
export interface PreparedHandler<Key extends string, E> {
  prepare(call: Call<Key, E>): Promise<unknown>;
  /** `prepared`: what `prepare` resolved to. */
  handle(call: Call<Key, E>, prepared: never): HandlerReply<E>;
}

/** Handlers of `idempotent` endpoints are synchronous: they run in the transaction that stores their reply. */
export type Handler<Key extends string, E> = E extends { idempotent: true }
  ? ((call: Call<Key, E>) => HandlerReply<E>) | PreparedHandler<Key, E>
  : (call: Call<Key, E>) => HandlerReply<E> | Promise<HandlerReply<E>>;
