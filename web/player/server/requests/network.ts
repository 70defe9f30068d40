/** Sends the calls of the contract. Every request ends within its time limit, which begins when a connection is free. */
import type { api } from '../../../../src/contract/api/index.ts';
import type { BodyInput, Params, ReplyOf } from '../../../../src/contract/endpoint.ts';
import { type ErrorCode, errorStatus } from '../../../../src/contract/errors.ts';
import type { Connections } from './connections.ts';
import { isResponseWellFormed } from './well-formed.ts';

type Api = typeof api;
export type CallKey = keyof Api;
export type Reply<Key extends CallKey> = ReplyOf<Api[Key]>;

export interface CallInput<Key extends CallKey> {
  params?: Params<Key>;
  query?: Record<string, string | number>;
  body?: BodyInput<Api[Key]>;
  token?: string;
  timeoutMs?: number;
}

export interface Network {
  call<Key extends CallKey>(key: Key, input?: CallInput<Key>): Promise<Reply<Key>>;
}

/** Error of a call without a usable response. `code` is null unless our server sent it in JSON. */
export class CallError extends Error {
  constructor(
    /** HTTP status; 0: no response. */
    readonly status: number,
    readonly code: ErrorCode | null,
    message: string,
    readonly retryAfterS: number | null = null,
  ) {
    super(message);
    // The name is for the heartbeat's lastError.
    this.name = 'CallError';
  }
}

export interface HttpResponse {
  status: number;
  contentType: string;
  retryAfter: string;
  text: string;
}

export interface Request {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
  timeoutMs: number;
}

export const callTimeoutMs = 10_000;
const timeoutText = 'Tempo esgotado';

/** True if the server may have received the call, but did not respond in time. */
export const isTimeout = (error: unknown): boolean =>
  error instanceof CallError && error.status === 0 && error.message === timeoutText;

/** Uses XMLHttpRequest, which can be aborted on engines without AbortController and so releases its connection. */
function sendRequest(request: Request): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.path);
    xhr.timeout = request.timeoutMs;
    for (const name of Object.keys(request.headers)) xhr.setRequestHeader(name, request.headers[name] as string);
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        contentType: xhr.getResponseHeader('content-type') ?? '',
        retryAfter: xhr.getResponseHeader('retry-after') ?? '',
        text: xhr.responseText,
      });
    xhr.onerror = () => reject(new CallError(0, null, 'Erro de conexão'));
    xhr.ontimeout = () => reject(new CallError(0, null, timeoutText));
    xhr.onabort = xhr.onerror;
    xhr.send(request.body);
  });
}

/** Creates the network. Calls share the connections; tests replace `send`. */
export function createNetwork(
  connections: Connections,
  send: (request: Request) => Promise<HttpResponse> = sendRequest,
): Network {
  return {
    async call(key, input = {}) {
      const release = await connections.acquire('call');
      try {
        return read(key, await send(toRequest(key, input))) as never;
      } finally {
        release();
      }
    },
  };
}

function toRequest<Key extends CallKey>(key: Key, input: CallInput<Key>): Request {
  const [method = 'GET', pattern = ''] = key.split(' ');
  const params = (input.params ?? {}) as Record<string, string | number>;
  let path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const query = input.query ?? {};
  const pairs = Object.keys(query).map((name) => `${name}=${encodeURIComponent(String(query[name]))}`);
  if (pairs.length > 0) path += `?${pairs.join('&')}`;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (input.token) headers.Authorization = `Bearer ${input.token}`;
  if (input.body !== undefined) headers['Content-Type'] = 'application/json';
  return {
    method,
    path,
    headers,
    body: input.body === undefined ? null : JSON.stringify(input.body),
    timeoutMs: input.timeoutMs ?? callTimeoutMs,
  };
}

function read(key: CallKey, response: HttpResponse): unknown {
  const { status } = response;
  if (status === 204) return undefined;
  const value = /^application\/json/i.test(response.contentType) ? parse(response.text) : undefined;
  if (status >= 200 && status < 300) {
    // A captive portal or a proxy responds with status 200 and its own page or JSON.
    if (value === undefined || !isResponseWellFormed(key, value))
      throw new CallError(status, null, 'Resposta inválida');
    return value;
  }
  const { code, message } = (value ?? {}) as { code?: unknown; message?: unknown };
  const retryAfterS = Number(response.retryAfter) || null;
  // Other programs have codes too: ours belong to one status each, and always have a message.
  if (typeof message !== 'string' || !isCode(code, status))
    throw new CallError(status, null, `Erro ${status}`, retryAfterS);
  throw new CallError(status, code, message, retryAfterS);
}

const isCode = (code: unknown, status: number): code is ErrorCode =>
  typeof code === 'string' &&
  Object.prototype.hasOwnProperty.call(errorStatus, code) &&
  errorStatus[code as ErrorCode] === status;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
