/** Compares the browser's copy of the page and its assets with the server's, and renews what differs (web/player/README 5.1). */
import { type Connections, createConnections } from '../requests/connections.ts';

/** Page and assets together have to answer within this time. */
const responseMs = 5_000;
/** A renewal hangs for this long at most; then the next check begins anew. */
const renewalMs = 10 * 60_000;
const lateText = 'O servidor não respondeu a tempo';

interface Check {
  connections: Connections;
  /** Ends what is asked past the cache. None on engines before AbortController. */
  asking: AbortController | undefined;
  /** Ends a renewal. */
  renewing: AbortController | undefined;
  isLate: boolean;
}

/** Checks by their page, on their way or hanging: one at a time. */
const checks = new Map<string, Promise<string>>();

/** True while a check or renewal of the page is in progress. */
export const isRefreshing = (path: string): boolean => checks.has(path);

/**
 * Sees to it that the browser keeps the page and all it needs as the server has them now; resolves to the page's text.
 * Rejects unless all answered in time, and then the old copy is still there: it is what a cold start without the server
 * lives on. Holds one of the connections at a time; after the time is over none, but for a renewal that hangs.
 */
export function refreshPage(path: string, connections: Connections = createConnections(1)): Promise<string> {
  const present = checks.get(path);
  if (present) return present;
  const check: Check = { connections, asking: createAbort(), renewing: createAbort(), isLate: false };
  const work = renewAll(path, check);
  const result = inTime(work, check);
  checks.set(path, result);
  const forget = () => {
    if (checks.get(path) === result) checks.delete(path);
  };
  const timeout = setTimeout(() => {
    check.renewing?.abort();
    forget();
  }, renewalMs);
  const end = () => {
    clearTimeout(timeout);
    forget();
  };
  work.then(end, end);
  return result;
}

const createAbort = () => (typeof AbortController === 'undefined' ? undefined : new AbortController());

async function inTime(work: Promise<string>, check: Check): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      check.isLate = true;
      check.asking?.abort();
      reject(new Error(lateText));
    }, responseMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function renewAll(path: string, check: Check): Promise<string> {
  const page = await ask(path, check);
  const assets = assetsOf(page);
  // A portal's or proxy's page is not ours, nor is one of another program that has assets too.
  if (!assets.some((url) => url.startsWith('/assets/player-'))) throw new Error('Página inválida');
  const fonts: string[] = [];
  const texts: [url: string, text: string][] = [];
  for (const url of assets) {
    const text = await ask(url, check);
    texts.push([url, text]);
    fonts.push(...assetsOf(text));
  }
  for (const url of fonts) if ((await kept(url)) === undefined) await renew(url, check);
  for (const [url, text] of texts) if ((await kept(url)) !== text) await renew(url, check);
  // The page last: a kept page never names what is not kept. On the way may be a cache that answers a renewal with an older one,
  // and the server may have been replaced just now: then this was no good check.
  if ((await kept(path)) !== page) {
    const renewed = await renew(path, check);
    if (isNewer(renewed, page) || isNewer(page, renewed)) throw new Error('O servidor tem outra versão');
  }
  return page;
}

/** Asks past the browser's cache, so that a wrong answer does no harm to what is kept. */
const ask = (url: string, check: Check): Promise<string> => request(url, 'no-store', check.asking, check);

/** The text that the browser keeps, if it does. Reads only: never asks the server, and harms nothing when it is broken off. */
const kept = (url: string): Promise<string | undefined> =>
  read(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined);

/**
 * 'no-cache' and not 'reload': Chromium throws the kept copy away before a reload is answered, if it ever is. It also does
 * so when a renewal is broken off, by its signal or because the page is left; so it has much time, and happens only when needed.
 */
const renew = (url: string, check: Check): Promise<string> => request(url, 'no-cache', check.renewing, check);

async function request(
  url: string,
  cache: RequestCache,
  abort: AbortController | undefined,
  check: Check,
): Promise<string> {
  const release = await check.connections.acquire('call');
  try {
    if (check.isLate) throw new Error(lateText);
    return await read(url, abort ? { cache, signal: abort.signal } : { cache });
  } finally {
    release();
  }
}

async function read(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, { ...init, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  const isPage = (response.headers.get('content-type') ?? '').startsWith('text/html');
  if (isPage && assetsOf(url).length > 0) throw new Error(`${url}: resposta de outro servidor`);
  return response.text();
}

/** Addresses of scripts, styles and fonts named in a page or style sheet, each once. */
export function assetsOf(text: string): string[] {
  const found: string[] = text.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? [];
  return found.filter((url, index) => found.indexOf(url) === index);
}

/** True if the page names other scripts or styles than the running one. */
export function isNewer(page: string, running: string): boolean {
  const current = assetsOf(running);
  return assetsOf(page).some((url) => current.indexOf(url) < 0);
}
