/** Client of the API: `call('POST /api/login', { body })` is typed by the contract's table of endpoints. */
import type { Api, ApiKey } from '../../src/contract/api/index.ts';
import {
  idempotentCalls,
  type ChangingCall,
  type Resource,
  resourcesThatShow,
} from '../../src/contract/changes/changes.ts';
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

/** An Idempotency-Key that is stored longer than the page lives; if omitted, `call` creates one. */
type KeyPart<E> = E extends { idempotent: true } ? { idempotencyKey?: string } : { idempotencyKey?: undefined };

/** Input of a call: path parameters, query and JSON body, each only where the endpoint has it. */
export type CallInput<Key extends ApiKey> = ParamsPart<Key> &
  QueryPart<Api[Key]> &
  BodyPart<Api[Key]> &
  RawPart<Api[Key]> &
  KeyPart<Api[Key]> & { signal?: AbortSignal };
/** The second argument may be left out when nothing in it is required. */
export type CallArguments<Key extends ApiKey> =
  object extends CallInput<Key> ? [input?: CallInput<Key>] : [input: CallInput<Key>];
export type Reply<Key extends ApiKey> = ReplyOf<Api[Key]>;

/** Text of a toast when the server's response has no message. */
export const unknownError = 'Erro desconhecido';

/** Request timeouts. A mutation may take longer, because it may wait for a password hash or the disk. */
const timeoutMs = { GET: 15_000, other: 60_000 };

/** Error of a failed call. `message` is for people, `text` is `"<status>: <body>"` (contract/README 12.1). Status 0: no reply. */
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

  /** True if the response was lost: the server may have done what was requested. */
  get isLost(): boolean {
    return this.status === 0 || this.status >= 500;
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

/** Sets the listener for the end of the session (status 401 of any call except the sign-in and GET /api/user). */
export function onSessionLost(listener: () => void): void {
  sessionLostListener = listener;
}

let connectionId: string | undefined;

/** Sets the id of the studio's connection to /ws, by which the server recognizes the studio's own changes. */
export function setConnectionId(id: string | undefined): void {
  connectionId = id;
}

/** `'GET /api/playlists/:id'` with `{ params: { id: 3 } }` -> `/api/playlists/3`. */
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

/** A request whose response was lost. */
interface LostRequest {
  call: ChangingCall;
  idempotencyKey: string;
  lostAtMs: number;
}

/** Lost requests, by call, URL and body. */
const lostRequests = new Map<string, LostRequest>();
/** Time after a lost response in which the same request is a retry. Later it is a new request, such as calling a patient again. */
const retriedWithinMs = 120_000;
/** Delays before the first and the second repetition of a request whose response was lost, in ms. */
const repeatAfterMs = [500, 2_000];
/** Time after the first attempt at which repetitions end, in ms: the receptionist may have called the patient aloud by then. */
const repeatWithinMs = 10_000;
/** Statuses after which a request is repeated: no response (0), or the error of a proxy that got no response of the server. */
const repeatedStatuses = new Set([0, 502, 503, 504]);
/** Incremented when another person may be signed in: requests of the previous person are not repeated. */
let generation = 0;

/** Forgets lost requests, and repeats none that is in progress: they belong to the person who made them. */
export function forgetRequests(): void {
  lostRequests.clear();
  generation += 1;
}

/**
 * Sends a request with the session's cookie. A request that creates something has an Idempotency-Key and is repeated when its
 * response is lost. If the person makes the same request again, it has the same key, so that nothing is created twice. After two
 * minutes, or when data that show the result were read, the same request gets a new key: the person wants it a second time.
 * @throws {CallError} for a refusal, a timeout or an unreachable server
 */
export async function call<Key extends ApiKey>(key: Key, ...[input]: CallArguments<Key>): Promise<Reply<Key>> {
  const nowMs = performance.now();
  forgetWhere(({ lostAtMs }) => lostAtMs + retriedWithinMs <= nowMs);
  if (key in idempotentCalls) return sendIdempotently(key, input);
  const reply = await send(key, input);
  forgetShown(key as Resource, nowMs);
  return reply;
}

/** Forgets the lost requests whose result `resource` shows, if they were lost before `readAtMs`, when the resource was read. */
export function forgetShown(resource: Resource, readAtMs = performance.now()): void {
  forgetWhere(({ lostAtMs, call: lost }) => lostAtMs <= readAtMs && resourcesThatShow(lost).includes(resource));
}

function forgetWhere(shouldForget: (lost: LostRequest) => boolean): void {
  for (const [request, lost] of lostRequests) if (shouldForget(lost)) lostRequests.delete(request);
}

/** Sends a request with an Idempotency-Key, and repeats it when its response is lost. */
async function sendIdempotently<Key extends ApiKey>(key: Key, input: CallInput<Key> | undefined): Promise<Reply<Key>> {
  const {
    body,
    signal,
    idempotencyKey: givenKey,
  } = (input ?? {}) as { body?: unknown; signal?: AbortSignal; idempotencyKey?: string };
  const request = `${key} ${urlOf(key, input)} ${JSON.stringify(body)}`;
  const lostKey = lostRequests.get(request)?.idempotencyKey;
  const idempotencyKey = givenKey ?? lostKey ?? newKey();
  const ownGeneration = generation;
  const startedMs = performance.now();
  let mayHaveSucceeded = idempotencyKey === lostKey;
  const forget = () => {
    if (lostRequests.get(request)?.idempotencyKey === idempotencyKey) lostRequests.delete(request);
  };
  for (let attempt = 0; ; attempt += 1) {
    try {
      const reply = await send(key, input, idempotencyKey);
      forget();
      return reply;
    } catch (error) {
      if (!(error instanceof CallError) || ownGeneration !== generation) throw error;
      if (error.isLost) {
        mayHaveSucceeded = true;
        lostRequests.set(request, { call: key as ChangingCall, idempotencyKey, lostAtMs: performance.now() });
      } else if (!mayHaveSucceeded || error.status === 409) forget();
      const waitMs = repeatAfterMs[attempt];
      const isTooLate = performance.now() - startedMs > repeatWithinMs;
      if (!repeatedStatuses.has(error.status) || waitMs === undefined || isTooLate || signal?.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (ownGeneration !== generation) throw error;
    }
  }
}

/** Returns a random key; `randomUUID` is missing on plain http. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(16).padStart(8, '0')).join('');

async function send<Key extends ApiKey>(
  key: Key,
  input: CallInput<Key> | undefined,
  idempotencyKey?: string,
): Promise<Reply<Key>> {
  const { params, query, body, raw, signal } = (input ?? {}) as {
    params?: object;
    query?: object;
    body?: unknown;
    raw?: Blob;
    signal?: AbortSignal;
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
        ...(connectionId !== undefined && method !== 'GET' && { 'X-Connection-Id': connectionId }),
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
