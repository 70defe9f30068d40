/** Client of the API: `call('POST /api/login', { body })` is typed by the contract's table of endpoints. */
import type { Api, ApiKey } from '../../src/contract/api/index.ts';
import type { BodyInput, Params, QueryInput, ReplyOf } from '../../src/contract/endpoint.ts';
import type { ErrorBody, ErrorCode, FieldErrors } from '../../src/contract/errors.ts';

type IsNever<T> = [T] extends [never] ? true : false;
type ParamsPart<Key extends string> = keyof Params<Key> extends never
  ? { params?: undefined }
  : { params: Params<Key> };
type QueryPart<E> = IsNever<QueryInput<E>> extends true ? { query?: undefined } : { query?: QueryInput<E> };
type BodyPart<E> = IsNever<BodyInput<E>> extends true ? { body?: undefined } : { body: BodyInput<E> };

/** Bytes that are sent unchanged. */
type RawPart<E> = E extends { body: 'binary' } ? { raw: Blob } : { raw?: undefined };

/** Input of a call: path parameters, query and body, each only if the endpoint has it. */
export type CallInput<Key extends ApiKey> = ParamsPart<Key> &
  QueryPart<Api[Key]> &
  BodyPart<Api[Key]> &
  RawPart<Api[Key]> & {
    signal?: AbortSignal;
    /** The server executes requests with the same key once; for retries after a lost response. */
    idempotencyKey?: string;
  };
/** The input is optional if nothing in it is required. */
export type CallArguments<Key extends ApiKey> =
  object extends CallInput<Key> ? [input?: CallInput<Key>] : [input: CallInput<Key>];
export type Reply<Key extends ApiKey> = ReplyOf<Api[Key]>;

/** Text of a toast when the server's response has no message. */
export const unknownError = 'Erro desconhecido';

/** Request timeouts. A mutation may take longer, because it may wait for a password hash or the disk. */
const timeoutMs = { GET: 15_000, other: 60_000 };

/** Error of a failed call. `message` is for people, `text` is `"<status>: <body>"` (contract/README 12.1). Status 0: unreachable. */
export class CallError extends Error {
  override readonly name = 'CallError';
  readonly text: string;
  readonly code: ErrorCode | undefined;
  /** Messages by input field, for status 400. */
  readonly fields: FieldErrors;

  constructor(
    readonly status: number,
    bodyText: string,
    message?: string,
  ) {
    const body = parseBody(bodyText);
    super(message ?? body?.message ?? unknownError);
    this.text = `${status}: ${bodyText}`;
    this.code = body?.code;
    this.fields = body?.fields ?? {};
  }

  override toString(): string {
    return this.text;
  }
}

function parseBody(text: string): Partial<ErrorBody> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the text of a thrown value for a toast: the server's message, else 'Erro desconhecido'. */
export function messageOf(error: unknown): string {
  return error instanceof CallError ? error.message : unknownError;
}

let sessionLostListener: (() => void) | undefined;

/** Sets the listener for the end of the session (status 401 of any call except sign-in). */
export function onSessionLost(listener: () => void): void {
  sessionLostListener = listener;
}

/** Returns the address of a call: `'GET /api/playlists/:id'` with `{ params: { id: 3 } }` gives `/api/playlists/3`. */
export function urlOf<Key extends ApiKey>(key: Key, input: { params?: object; query?: unknown } = {}): string {
  const params = (input.params ?? {}) as Record<string, string | number>;
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>))
    if (value !== undefined) query.set(name, String(value));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** Sends one request with the session's cookie. @throws {CallError} for an error response, a timeout or an unreachable server */
export async function call<Key extends ApiKey>(key: Key, ...[input]: CallArguments<Key>): Promise<Reply<Key>> {
  const { params, query, body, raw, signal, idempotencyKey } = (input ?? {}) as {
    params?: object;
    query?: object;
    body?: unknown;
    raw?: Blob;
    signal?: AbortSignal;
    idempotencyKey?: string;
  };
  const method = key.slice(0, key.indexOf(' '));
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), method === 'GET' ? timeoutMs.GET : timeoutMs.other);
  const cancel = () => abort.abort();
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  try {
    const response = await fetch(urlOf(key, { params, query }), {
      method,
      credentials: 'same-origin',
      headers: {
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(idempotencyKey && { 'Idempotency-Key': idempotencyKey }),
      },
      body: body === undefined ? raw : JSON.stringify(body),
      signal: abort.signal,
    });
    const text = await response.text();
    if (!response.ok) {
      if (response.status === 401 && !key.startsWith('POST /api/login') && key !== 'GET /api/user')
        sessionLostListener?.();
      throw new CallError(response.status, text || response.statusText);
    }
    const isJson = response.headers.get('content-type')?.includes('json');
    return (text === '' ? undefined : isJson ? JSON.parse(text) : text) as Reply<Key>;
  } catch (error) {
    if (error instanceof CallError) throw error;
    throw new CallError(0, String(error), 'Não foi possível falar com o servidor. Verifique a conexão.');
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
