/**
 * Compares the browser's cached page and assets with the server's, and renews the differing ones (web/player/README
 * 5.1).
 */
import { type Connections, createConnections } from '../requests/connections.ts';

/** Time limit for the responses of the page and all its assets together. */
const responseTimeoutMs = 5_000;
/** Time limit for a renewal; then the next check starts again. */
const renewalTimeoutMs = 10 * 60_000;
const lateText = 'O servidor não respondeu a tempo';

interface Check {
  connections: Connections;
  /** Aborts requests that bypass the cache. Undefined on engines without AbortController. */
  abortFetches: AbortController | undefined;
  /** Aborts a renewal. */
  abortRenewal: AbortController | undefined;
  isTimedOut: boolean;
}

/** Running checks by the path of the page: at most one check for each page. */
const checks = new Map<string, Promise<string>>();

/** True while a check or renewal of the page is in progress. */
export const isRefreshing = (path: string): boolean => checks.has(path);

/**
 * Renews the browser's cached copy of the page and its assets; resolves to the page's text. Rejects if a response is late, an
 * error, or of another program or version; a late response leaves the old copy, which a start without the server needs. Uses
 * one connection at a time. After the time limit only a renewal keeps its connection: aborting would delete the cached copy.
 */
export function refreshPage(path: string, connections: Connections = createConnections(1)): Promise<string> {
  const present = checks.get(path);
  if (present) return present;
  const check: Check = { connections, abortFetches: createAbort(), abortRenewal: createAbort(), isTimedOut: false };
  const work = renewAll(path, check);
  const result = withTimeout(work, check);
  checks.set(path, result);
  const removeCheck = () => {
    if (checks.get(path) === result) checks.delete(path);
  };
  const timeout = setTimeout(() => {
    check.abortRenewal?.abort();
    removeCheck();
  }, renewalTimeoutMs);
  const end = () => {
    clearTimeout(timeout);
    removeCheck();
  };
  work.then(end, end);
  return result;
}

const createAbort = () => (typeof AbortController === 'undefined' ? undefined : new AbortController());

async function withTimeout(work: Promise<string>, check: Check): Promise<string> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      check.isTimedOut = true;
      check.abortFetches?.abort();
      reject(new Error(lateText));
    }, responseTimeoutMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function renewAll(path: string, check: Check): Promise<string> {
  const page = await fetchUncached(path, check);
  const assets = assetsOf(page);
  // Reject the page of a portal or proxy, and of another program that has assets too.
  if (!assets.some((url) => url.startsWith('/assets/player-'))) throw new Error('Página inválida');
  const fonts: string[] = [];
  const texts: [url: string, text: string][] = [];
  for (const url of assets) {
    const text = await fetchUncached(url, check);
    texts.push([url, text]);
    fonts.push(...assetsOf(text));
  }
  for (const url of fonts) if ((await cachedText(url)) === undefined) await renew(url, check);
  for (const [url, text] of texts) if ((await cachedText(url)) !== text) await renew(url, check);
  // Renew the page last: a cached page must not refer to missing assets. A cache between TV and server may respond to a
  // renewal with an older page, or the server may have been replaced just now: the check then fails.
  if ((await cachedText(path)) !== page) {
    const renewed = await renew(path, check);
    if (hasOtherAssets(renewed, page) || hasOtherAssets(page, renewed)) throw new Error('O servidor tem outra versão');
  }
  return page;
}

/** Requests a file without the browser's cache, so that a wrong response does not replace the cached one. */
const fetchUncached = (url: string, check: Check): Promise<string> =>
  request(url, 'no-store', check.abortFetches, check);

/** Returns the text in the browser's cache, if there is one. Sends no request. */
const cachedText = (url: string): Promise<string | undefined> =>
  read(url, { cache: 'only-if-cached', mode: 'same-origin' }).catch(() => undefined);

/**
 * Requests a file and replaces its cached copy. Uses 'no-cache' and not 'reload': Chromium deletes the cached copy
 * before a reload gets its response. Chromium also deletes the copy when a renewal is aborted, by its signal or because the
 * page is left; so a renewal has ten minutes, and runs only when necessary.
 */
const renew = (url: string, check: Check): Promise<string> => request(url, 'no-cache', check.abortRenewal, check);

async function request(
  url: string,
  cache: RequestCache,
  abort: AbortController | undefined,
  check: Check,
): Promise<string> {
  const release = await check.connections.acquire('call');
  try {
    if (check.isTimedOut) throw new Error(lateText);
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

/** Returns the addresses of scripts, styles and fonts in a page or style sheet, each once. */
export function assetsOf(text: string): string[] {
  const found: string[] = text.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? [];
  return found.filter((url, index) => found.indexOf(url) === index);
}

/** True if the page refers to assets that the running page does not have: the server has another version. */
export function hasOtherAssets(page: string, running: string): boolean {
  const current = assetsOf(running);
  return assetsOf(page).some((url) => current.indexOf(url) < 0);
}
