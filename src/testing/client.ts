/** An HTTP client for tests: makes typed calls of the contract, with a cookie jar. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Api, ApiKey } from '../contract/api/index.ts';
import type { BodyInput, Params, QueryInput, ReplyOf } from '../contract/endpoint.ts';
import type { ErrorBody } from '../contract/errors.ts';
import type { ServerMessage } from '../contract/events.ts';
import type { Video } from '../contract/media.ts';
import { connectWebSocket } from './ws.ts';

export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly body: ErrorBody,
  ) {
    super(`${status}: ${JSON.stringify(body)}`);
  }
}

/** Makes fetch open new connections: otherwise the first call after a restart would use a connection to the previous server. */
export function forgetConnections(): void {
  const dispatcher = Symbol.for('undici.globalDispatcher.1');
  const globals = globalThis as unknown as Record<symbol, { constructor: new () => never } | undefined>;
  const current = globals[dispatcher];
  if (current) globals[dispatcher] = new current.constructor();
}

export interface CallInput<Key extends ApiKey> {
  params?: Params<Key>;
  query?: QueryInput<Api[Key]>;
  body?: BodyInput<Api[Key]>;
}

/** Returns method and path of a call. */
export function methodAndPath(key: ApiKey, { params = {}, query }: { params?: object; query?: unknown }) {
  const [method = '', template = ''] = key.split(' ');
  const path = template.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown>)[name])),
  );
  return { method, path: query ? `${path}?${new URLSearchParams(query as Record<string, string>)}` : path };
}

export interface TestSocket {
  messages: ServerMessage[];
  send(message: object): void;
  /** Resolves with the first message of the type, received already or later. Rejects after 60 s, long enough for a busy machine. */
  waitFor<T extends ServerMessage['type']>(
    type: T,
    matches?: (message: Extract<ServerMessage, { type: T }>) => boolean,
  ): Promise<Extract<ServerMessage, { type: T }>>;
  close(): void;
  closed: Promise<unknown>;
}

export class Client {
  readonly cookies = new Map<string, string>();
  bearer: string | undefined;

  constructor(
    readonly url: string,
    private readonly onSocket: (socket: TestSocket) => void = () => {},
  ) {}

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Calls fetch with the jar's cookies and a browser's same-origin headers. */
  async request(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has('sec-fetch-site')) headers.set('sec-fetch-site', 'same-origin');
    if (this.cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookieHeader);
    if (this.bearer && !headers.has('authorization')) headers.set('authorization', `Bearer ${this.bearer}`);
    const response = await fetch(this.url + path, { redirect: 'manual', ...init, headers });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (!name) continue;
      if (/max-age=0\b/i.test(cookie)) this.cookies.delete(name);
      else this.cookies.set(name, value ?? '');
    }
    return response;
  }

  /** Makes a call of the contract. Throws ApiError for any status outside 200-299. */
  async call<Key extends ApiKey>(key: Key, input: CallInput<Key> = {}): Promise<ReplyOf<Api[Key]>> {
    const { method, path } = methodAndPath(key, input);
    const response = await this.request(path, {
      method,
      ...(input.body === undefined
        ? {}
        : { body: JSON.stringify(input.body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, text ? JSON.parse(text) : { message: '', code: 'internal' });
    return (
      text && response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text || undefined
    ) as ReplyOf<Api[Key]>;
  }

  /** Makes a call. Returns 200 for any success, otherwise the status of the error. */
  async status<Key extends ApiKey>(key: Key, input: CallInput<Key> = {}): Promise<number> {
    try {
      await this.call(key, input);
      return 200;
    } catch (error) {
      if (error instanceof ApiError) return error.status;
      throw error;
    }
  }

  /** Uploads a content as the studio does, with upload-url, PUT and POST /api/videos. */
  async upload(
    file: string | Buffer,
    fields: { name?: string; fileName?: string } & Partial<BodyInput<Api['POST /api/videos']>> = {},
  ): Promise<Video> {
    const { fileName = typeof file === 'string' ? basename(file) : 'file.bin', ...rest } = fields;
    const r2Path = await this.send(file, { fileName });
    return this.call('POST /api/videos', { body: { name: fileName, ...rest, r2Path } });
  }

  /** Uploads new bytes for an existing content. */
  async replace(id: number, file: string | Buffer): Promise<Video> {
    const r2Path = await this.send(file, { fileName: 'file.bin', replaces: id });
    return this.call('POST /api/videos/:id/replace', { params: { id }, body: { r2Path } });
  }

  /** Uploads a file. Returns the upload's key. */
  async send(
    file: string | Buffer,
    reservation: { fileName: string; replaces?: number; isArchive?: boolean; isTrack?: boolean },
  ): Promise<string> {
    const bytes = typeof file === 'string' ? await readFile(file) : file;
    const ticket = await this.call('POST /api/upload-url', {
      body: { ...reservation, fileSize: bytes.length },
    });
    const put = await this.request(ticket.uploadUrl, {
      method: 'PUT',
      body: new Uint8Array(bytes),
      headers: { 'content-type': 'application/octet-stream' },
    });
    if (!put.ok) throw new ApiError(put.status, (await put.json()) as ErrorBody);
    return ticket.r2Key;
  }

  /** Opens a connection to /ws with this client's cookies, sends `subscribe`, and waits for the response to it. */
  async socket(
    subscribe: object = this.bearer ? { type: 'subscribe_player', token: this.bearer } : { type: 'subscribe_user' },
    path = '/ws',
  ): Promise<TestSocket> {
    const connection = await connectWebSocket(this.url.replace('http', 'ws') + path, {
      headers: { origin: this.url, ...(this.cookies.size > 0 ? { cookie: this.cookieHeader } : {}) },
    });
    const messages: ServerMessage[] = [];
    const waiting = new Set<() => void>();
    connection.onMessage((text) => {
      messages.push(JSON.parse(text) as ServerMessage);
      for (const wake of waiting) wake();
    });
    const wait = (matches: (message: ServerMessage) => boolean, description: string) =>
      new Promise<ServerMessage>((resolve, reject) => {
        const check = () => {
          const found = messages.find(matches);
          if (!found) return;
          waiting.delete(check);
          clearTimeout(timeout);
          resolve(found);
        };
        const timeout = setTimeout(() => {
          waiting.delete(check);
          reject(new Error(`No ${description} within 60 s; got ${JSON.stringify(messages)}`));
        }, 60_000);
        waiting.add(check);
        check();
      });
    const socket: TestSocket = {
      messages,
      send: (message) => connection.send(JSON.stringify(message)),
      waitFor: async (type, matches = () => true) =>
        (await wait((message) => message.type === type && matches(message as never), type)) as never,
      close: () => connection.close(),
      closed: connection.closed,
    };
    this.onSocket(socket);
    socket.send(subscribe);
    await wait(
      (message) => message.type === 'subscribed' || message.type === 'subscriptionRefused',
      'response to the subscription',
    );
    return socket;
  }
}

/** Returns the error of a refused attempt. Fails when the attempt succeeds or fails with another error. */
export async function refusal(attempt: Promise<unknown>): Promise<ApiError> {
  return attempt.then(
    () => assert.fail('was accepted'),
    (error: unknown) => {
      assert.ok(error instanceof ApiError, String(error));
      return error;
    },
  );
}
