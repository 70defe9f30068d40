/**
 * How a call is promised. The table in api.ts maps `'METHOD /path/:param'` to an endpoint; everything else
 * (typed handlers, the typed client, OpenAPI, the access matrix) is inferred from that key and this value.
 */
import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call.
 * - `anyone`: no session needed (a valid one is still recognised)
 * - `user`: an approved account's session
 * - `manager`: role admin (administrators and gestores)
 * - `administrator`: role admin and userType admin
 * - `player`: a screen's bearer token
 * - `viewer`: a session, or a player's token scoped to what that player plays
 */
export type Access = 'anyone' | 'user' | 'manager' | 'administrator' | 'player' | 'viewer';

/** Quota flags of document 1, section 6: a user without the flag gets 403 `feature_disabled`. */
export type Feature = 'breakingNews' | 'radio' | 'management';

/** Bodies that are not JSON: streamed to the handler, or produced by it. */
export type RawBody = 'binary' | 'multipart';
/** `html` and `text` handlers answer a string, `file` a `FileReply`, `stream` a `StreamReply`. */
export type RawReply = 'file' | 'stream' | 'html' | 'text';

export interface Endpoint {
  /** One line for /api/docs. */
  readonly summary: string;
  readonly access: Access;
  readonly feature?: Feature;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType | RawBody;
  /** Absent: 204, no content. */
  readonly reply?: z.ZodType | RawReply;
  /** Success status; 200, or 204 without a reply. */
  readonly status?: number;
  /** Error codes beyond those that access, input and throttling imply. */
  readonly errors?: readonly ErrorCode[];
}

/** Keeps the literal types of one entry of the table. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** Parameters that are text; every other one is a positive integer id (anything else answers 404). */
export const textParams = ['file', 'key', 'name'] as const;
type TextParam = (typeof textParams)[number];

/** `'GET /api/playlists/:id'` -> `{ id: number }`; `:file`, `:key` and `:name` stay text. */
export type Params<Key extends string> = { [Name in ParamNames<Key>]: Name extends TextParam ? string : number };

/** A streamed request body. Iterating applies back-pressure; it throws AppError when the client leaves. */
export interface BodyStream extends AsyncIterable<Buffer> {
  /** Content-Length, bytes. */
  readonly length: number | undefined;
}

/** Body as the handler sees it (parsed). */
export type Body<E> = E extends { body: infer B } ? (B extends RawBody ? BodyStream : B extends z.ZodType ? z.output<B> : undefined) : undefined;
/** Body as the caller gives it (before defaults). */
export type BodyInput<E> = E extends { body: infer B } ? (B extends z.ZodType ? z.input<B> : never) : never;
export type Query<E> = E extends { query: infer Q } ? (Q extends z.ZodType ? z.output<Q> : undefined) : undefined;
export type QueryInput<E> = E extends { query: infer Q } ? (Q extends z.ZodType ? z.input<Q> : never) : never;
/** Reply as the caller gets it. */
export type ReplyOf<E> = E extends { reply: infer R } ? (R extends z.ZodType ? z.output<R> : R extends 'html' | 'text' ? string : unknown) : undefined;

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

/** What a handler returns. */
export type HandlerReply<E> = E extends { reply: infer R }
  ? R extends z.ZodType
    ? z.input<R>
    : R extends 'file'
      ? FileReply
      : R extends 'stream'
        ? StreamReply
        : string
  : void;

export interface UserActor {
  kind: 'user';
  userId: number;
  username: string;
  email: string;
  role: 'user' | 'admin';
  userType: 'common' | 'gestor' | 'admin';
  features: Record<Feature, boolean>;
  /** SHA-256 of the session token, hex: names the session without revealing it. */
  sessionHash: string;
}

export interface PlayerActor {
  kind: 'player';
  playerId: number;
  /** The screen's owner. */
  userId: number;
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
  /** The peer's address (X-Forwarded-For only with TRUST_PROXY). */
  readonly address: string;
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies: Readonly<Record<string, string>>;
  /** HttpOnly, SameSite=Lax, Secure on https. */
  setCookie(name: string, value: string, options: CookieOptions): void;
  setHeader(name: string, value: string): void;
  /** Another success status than the contract's. */
  setStatus(status: number): void;
}

/** What a handler gets: typed by the key (parameters) and the endpoint (query, body, actor). */
export type Call<Key extends string, E> = { params: Params<Key>; query: Query<E>; body: Body<E>; exchange: Exchange } & Actor<E>;

export type Handler<Key extends string, E> = (call: Call<Key, E>) => HandlerReply<E> | Promise<HandlerReply<E>>;
