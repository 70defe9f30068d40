/** Generates hostile requests for every endpoint. The same seed generates the same requests. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { api, type ApiKey } from '../contract/api/index.ts';
import { errorStatus } from '../contract/errors.ts';
import { builtWebDir } from '../platform/process/assets.ts';
import { seededRandom } from '../platform/random.ts';
import { callerOf } from './bodies.ts';
import { methodAndPath } from './client.ts';
import { rawExchange } from './http.ts';
import { apiKeys } from './sample-calls.ts';
import { type Caller, callers, type World } from './world.ts';

export type Random = ReturnType<typeof createRandom>;

/** Returns a generator of choices that are the same for the same seed. */
export function createRandom(seed: number) {
  const next = seededRandom(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    below,
    chance: (probability: number) => next() < probability,
    pick: <T>(from: readonly T[]): T => from[below(from.length)] as T,
  };
}

const oddTexts = [
  '',
  ' ',
  'null',
  '0',
  '-1',
  '1e999',
  '99999999999999999999',
  '1.5',
  '%00',
  '%',
  '%zz',
  '..%2f..%2fetc%2fpasswd',
  '../../../etc/passwd',
  "' OR 1=1 --",
  '<script>',
  '__proto__',
  'constructor',
  '\u202e\u0000\ud800',
  'a'.repeat(5_000),
  '💥'.repeat(50),
  '${jndi:ldap://x}',
];
const oddHeaders: readonly (readonly [string, string])[] = [
  ['range', 'bytes=0-,5-'],
  ['range', `bytes=${'9'.repeat(30)}-`],
  ['content-range', 'bytes 5-1/3'],
  ['if-none-match', '"'.repeat(500)],
  ['accept-encoding', 'gzip;q=0, *;q=-1'],
  ['authorization', 'Bearer ' + 'x'.repeat(600)],
  ['authorization', 'Basic Og=='],
  ['cookie', 'antessala_session=; antessala_device="'],
  ['cookie', `antessala_known=${'%'.repeat(3_000)}`],
  ['origin', 'null'],
  ['sec-fetch-site', 'cross-site'],
  ['x-forwarded-for', 'a, , ::, 999.1.1.1'],
  ['x-forwarded-proto', 'https'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'multipart/form-data; boundary='],
  ['content-type', `multipart/form-data; boundary=${'b'.repeat(300)}`],
];

function oddValue(random: Random, depth = 0): unknown {
  switch (random.below(depth > 3 ? 6 : 9)) {
    case 0:
      return null;
    case 1:
      return random.chance(0.5);
    case 2:
      return random.pick([0, -1, 1.5, 1e308, -1e308, 2 ** 53, 2 ** 31, 5e-324]);
    case 3:
    case 4:
    case 5:
      return random.pick(oddTexts);
    case 6:
      return Array.from({ length: random.below(4) }, () => oddValue(random, depth + 1));
    case 7:
      return Object.fromEntries(
        Array.from({ length: random.below(4) }, () => [random.pick(oddTexts), oddValue(random, depth + 1)]),
      );
    default:
      return JSON.parse('[{"a":'.repeat(60) + '1' + '}]'.repeat(60)) as unknown;
  }
}

/** Returns the body with some fields changed, removed or added. */
function oddBody(random: Random, good: unknown): unknown {
  if (random.chance(0.2) || typeof good !== 'object' || good === null) return oddValue(random);
  const body: Record<string, unknown> = { ...good };
  const names = Object.keys(body);
  for (let changes = 1 + random.below(3); changes > 0; changes -= 1) {
    const name = random.chance(0.8) ? random.pick(names) : random.pick(oddTexts);
    if (name === undefined) continue;
    if (random.chance(0.2)) delete body[name];
    else body[name] = oddValue(random);
  }
  return body;
}

/** Returns malformed JSON. */
function brokenJson(random: Random, text: string): string {
  const position = random.below(text.length + 1);
  return random.pick([
    text.slice(0, position),
    text.slice(0, position) + random.pick(oddTexts) + text.slice(position),
    '['.repeat(10_000),
    `{"__proto__":${text}}`,
    '\ufeff' + text,
    `${text}${text}`,
    `{"a":${'9'.repeat(2_000)}}`,
  ]);
}

interface Attempt {
  method: string;
  path: string;
  content: string | undefined;
  headers: Record<string, string>;
}

function makeAttempt(random: Random, world: World, key: ApiKey): Attempt {
  const sample = world.calls[key];
  const address = methodAndPath(key, sample);
  let { method, path } = address;
  if (random.chance(0.3)) {
    const [, template = ''] = key.split(' ');
    path = template.replace(/:(\w+)/g, () => {
      const text = random.pick(oddTexts);
      return random.chance(0.5) ? encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '')) : text;
    });
  }
  if (random.chance(0.2))
    path += `${path.includes('?') ? '&' : '?'}${random.pick(['e', 's', 'playerId', 'upstreamUrl', '__proto__'])}=${random.pick(oddTexts)}`;
  if (random.chance(0.05)) method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);
  const headers: Record<string, string> = {};
  if (random.chance(0.25)) {
    const [name, value] = random.pick(oddHeaders);
    headers[name] = value;
  }
  if (method === 'GET' || method === 'HEAD') return { method, path, content: undefined, headers };
  const body = random.chance(0.9) ? oddBody(random, sample.body) : sample.body;
  const text = JSON.stringify(body) ?? '';
  headers['content-type'] ??= 'application/json';
  return { method, path, content: random.chance(0.2) ? brokenJson(random, text) : text, headers };
}

/** Returns the request's bytes, some of them removed, doubled or changed. */
function brokenBytes(random: Random, { method, path, content = '', headers }: Attempt, identity: object): Buffer {
  const all = { host: 'localhost', ...identity, ...headers, 'content-length': String(Buffer.byteLength(content)) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  if (random.chance(0.2)) head.push('upgrade: websocket\r\nsec-websocket-key: x\r\nconnection: upgrade\r\n');
  if (random.chance(0.1)) head.push('transfer-encoding: chunked\r\n');
  let bytes = Buffer.from(`${method} ${path} HTTP/1.1\r\n${head.join('')}\r\n${content}`);
  for (let changes = random.below(4); changes > 0; changes -= 1) {
    const position = random.below(bytes.length);
    const kind = random.below(4);
    if (kind === 0) bytes = bytes.subarray(0, Math.max(1, position));
    else if (kind === 1)
      bytes = Buffer.concat([bytes.subarray(0, position), bytes.subarray(random.below(bytes.length))]);
    else bytes[position] = kind === 2 ? random.below(256) : random.pick([0, 10, 13, 32, 58]);
  }
  return bytes;
}

export interface FuzzResult {
  /** Number of requests by the status of the response, or by what happened instead of a response. */
  counts: Record<string, number>;
  /** Descriptions of forbidden responses. */
  faults: string[];
}

/** True for errors of other servers: a silent station, a full relay, a mail server from random settings. */
const isExternalError = (path: string, status: number) =>
  (/radio/.test(path) && (status === 502 || status === 503)) || (/mail-test/.test(path) && status === 502);

const arePagesBuilt = existsSync(join(builtWebDir, 'index.html'));

/** Sends `requests` attempts, each by a random caller; a fifth of them as raw bytes. */
export async function fuzz(
  world: World,
  options: { seed: number; requests: number; progress?: (done: number) => void },
): Promise<FuzzResult> {
  const random = createRandom(options.seed);
  const { port } = new URL(world.app.url);
  const counts: Record<string, number> = {};
  const faults: string[] = [];
  for (let done = 0; done < options.requests; done += 1) {
    const key = apiKeys[(done + random.below(3)) % apiKeys.length] as ApiKey;
    const caller = random.chance(0.5) ? callerOf(key) : random.pick<Caller>(callers);
    if (done % 20 === 0) world.become(caller);
    const attempt = makeAttempt(random, world, key);
    const isRaw = random.chance(0.2);
    let outcome: string;
    let isPage = false;
    if (isRaw) {
      const bytes = brokenBytes(random, attempt, world.credentials[caller]);
      const text = await rawExchange(Number(port), bytes, 1, 150);
      outcome = /^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? (text === '' ? 'no response' : 'malformed response');
      isPage = /content-type: text\/(html|plain)/i.test(text);
      if (outcome === 'malformed response') faults.push(`${caller} ${key}: ${JSON.stringify(text.slice(0, 200))}`);
    } else outcome = await sendWhole(world, caller, attempt);
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    const status = Number(outcome);
    // Dots lead out of the API, to the pages, which return 503 when they have not been built.
    isPage ||= attempt.path.includes('..');
    // uWebSockets.js itself returns 505 for requests that are not HTTP/1.1.
    const isServerFault =
      status >= 500 &&
      !isExternalError(attempt.path, status) &&
      !(isRaw && status === 505) &&
      !(isPage && status === 503 && !arePagesBuilt);
    if (isServerFault || outcome.startsWith('failed'))
      faults.push(
        `${caller} ${attempt.method} ${attempt.path.slice(0, 120)} ${JSON.stringify(attempt.headers).slice(0, 200)} ${attempt.content?.slice(0, 100)}: ${outcome}`,
      );
    options.progress?.(done + 1);
  }
  return { counts, faults };
}

async function sendWhole(world: World, caller: Caller, { method, path, content, headers }: Attempt): Promise<string> {
  try {
    const { status } = await world.send(caller, {
      method,
      path,
      headers,
      ...(content === undefined ? {} : { content }),
    });
    return String(status);
  } catch (error) {
    // fetch itself refuses some requests (TRACE, a header with a line break); an error of the connection has a cause with a code.
    const { cause } = error as Error & { cause?: { code?: string } };
    return cause?.code && !cause.code.startsWith('UND_ERR_INVALID') ? `failed ${cause.code}` : 'not sent';
  }
}

const foreignHosts = [
  'evil.example',
  'evil.example:8080',
  '127.0.0.1.evil.example',
  'localhost.evil.example',
  'antessala.local.evil.example',
  'evil.local.example',
  'a@127.0.0.1',
  'evil.example#.local',
  '[::1',
  '127.0.0.1:80:80',
  'evil.example/.lan',
];
const foreignOrigins = [
  'null',
  'http://evil.example',
  'https://evil.example',
  'http://localhost.evil.example',
  'http://localhost:1',
  'http://localhost@evil.example',
  'file://',
  'http://evil.example/localhost',
  'chrome-extension://abc',
];

/** Sends calls with a signed-in person's cookie, but from a foreign page or host. Returns those that the server accepted. */
export async function acceptedForgedCalls(
  world: World,
  { seed, requests }: { seed: number; requests: number },
): Promise<string[]> {
  const random = createRandom(seed);
  const { port } = new URL(world.app.url);
  const changing = apiKeys.filter((key) => !/^(GET|HEAD) /.test(key) && api[key].access !== 'player');
  const accepted: string[] = [];
  world.become('administrator');
  const { cookie = '' } = world.credentials.administrator;
  for (let done = 0; done < requests; done += 1) {
    const isForeignHost = random.chance(0.4);
    const host = isForeignHost ? random.pick(foreignHosts) : `localhost:${port}`;
    const originHeaders = isForeignHost
      ? random.pick(['sec-fetch-site: same-origin\r\n', `origin: http://${host}\r\n`])
      : random.pick([
          ...foreignOrigins.map((origin) => `origin: ${origin}\r\n`),
          'sec-fetch-site: cross-site\r\n',
          'sec-fetch-site: same-site\r\n',
          'sec-fetch-site: none\r\n',
          '',
        ]);
    const isSocket = random.chance(0.3);
    const key = random.pick(changing);
    const { method, path } = methodAndPath(key, world.calls[key]);
    const body = JSON.stringify(world.calls[key].body ?? {});
    const request = isSocket
      ? `GET /ws HTTP/1.1\r\nhost: ${host}\r\n${/sec-fetch/.test(originHeaders) ? '' : originHeaders}cookie: ${cookie}\r\nconnection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`
      : `${method} ${path} HTTP/1.1\r\nhost: ${host}\r\n${originHeaders}cookie: ${cookie}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
    const text = await rawExchange(Number(port), request, 1, 2_000);
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]);
    const refusals = [400, errorStatus.forbidden, errorStatus.misdirected];
    if (!refusals.includes(status))
      accepted.push(`${isSocket ? '/ws' : key} host ${host} ${originHeaders.trim()}: ${status}`);
  }
  return accepted;
}
