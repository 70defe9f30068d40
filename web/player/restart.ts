/**
 * The page's own renewal: every 4 hours (document 2, section 9), and when the server has a newer one. It never happens
 * unless page and assets have just answered, so a restart can't end in a browser's error page.
 */
import { limits } from '../../src/contract/limits.ts';

/** Page and assets together have to answer within this time. */
const answerMs = 5_000;
/** A good answer counts for this long; then the server is asked again. */
const validMs = 30_000;
const retryMs = 5 * 60_000;
/** A link that breaks every few seconds does not fetch the page each time it is back. */
const lookEveryMs = 60_000;

export interface Restarts {
  /** A restart is due and safe: to be done at an item's end. */
  isReady(): boolean;
  /** Looks whether the server offers a newer page, after it was away. */
  lookForUpdate(): void;
  stop(): void;
}

/**
 * Renews the browser's copy of the page and all it needs; resolves to the page's text. Rejects unless all answered in
 * time, and then the old copy is still there: it is what a cold start without the server lives on.
 */
export async function refreshPage(path: string): Promise<string> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('O servidor não respondeu a tempo')), answerMs));
  return Promise.race([renewAll(path), late]);
}

async function renewAll(path: string): Promise<string> {
  const page = await ask(path);
  const assets = assetsOf(page);
  // A portal's or proxy's page is not ours.
  if (assets.length === 0) throw new Error('Página inválida');
  const texts = await Promise.all(assets.map(ask));
  const parts = assets.concat(...texts.map(assetsOf));
  // The page last: a kept page never names what is not kept.
  await Promise.all(parts.map(renew));
  await renew(path);
  return page;
}

/** Asks past the browser's cache, so that a wrong answer does no harm to what is kept. */
async function ask(url: string): Promise<string> {
  const response = await request(url, 'no-store');
  const isPage = /^text\/html/.test(response.headers.get('content-type') ?? '');
  if (isPage && assetsOf(url).length > 0) throw new Error(`${url}: resposta de outro servidor`);
  return response.text();
}

/** 'no-cache' and not 'reload': Chromium throws the kept copy away before a reload is answered, if it ever is. */
const renew = async (url: string): Promise<void> => void (await (await request(url, 'no-cache')).text());

async function request(url: string, cache: RequestCache): Promise<Response> {
  const response = await fetch(url, { cache, credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response;
}

/** Addresses of scripts, styles and fonts named in a page or style sheet, each once. */
export function assetsOf(text: string): string[] {
  const found: string[] = text.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? [];
  return found.filter((url, index) => found.indexOf(url) === index);
}

/** Whether the page names other scripts or styles than the running one. */
export function isNewer(page: string, running: string): boolean {
  const current = assetsOf(running);
  return assetsOf(page).some((url) => current.indexOf(url) < 0);
}

/** `everyMs`: from now until the restart is due. */
export function scheduleRestarts(path: string, everyMs: number = limits.reloadEveryMs): Restarts {
  let answeredAt: number | undefined;
  let lookedAt = -Infinity;
  let timer = setTimeout(attempt, everyMs);

  function attempt(): void {
    clearTimeout(timer);
    refreshPage(path).then(
      () => {
        answeredAt = performance.now();
        timer = setTimeout(attempt, validMs);
      },
      () => {
        answeredAt = undefined;
        timer = setTimeout(attempt, retryMs);
      },
    );
  }

  return {
    isReady: () => answeredAt !== undefined && performance.now() - answeredAt < validMs,
    lookForUpdate() {
      const now = performance.now();
      if (now - lookedAt < lookEveryMs) return;
      lookedAt = now;
      refreshPage(path).then(
        (page) => isNewer(page, document.documentElement.outerHTML) && attempt(),
        () => undefined,
      );
    },
    stop: () => clearTimeout(timer),
  };
}
