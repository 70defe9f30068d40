/**
 * The page's own renewal: every 4 hours (document 2, section 9), and when the server has a newer one. It never happens
 * unless page and assets have just answered, so a restart can't end in a browser's error page.
 */
import { limits } from '../../src/contract/limits.ts';

/** All assets together have to answer within this time. */
const answerMs = 5_000;
const retryMs = 5 * 60_000;

export interface Restarts {
  /** A restart is due and safe: to be done at an item's end. */
  isReady(): boolean;
  /** Looks whether the server offers a newer page, after it was away. */
  lookForUpdate(): void;
  stop(): void;
}

/** Fetches the page and all it needs into the HTTP cache; resolves to the page's text. Rejects unless all answered in time. */
export async function refreshPage(path: string): Promise<string> {
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error('O servidor não respondeu a tempo')), answerMs));
  const load = async (url: string) => {
    const response = await fetch(url, { cache: 'reload', credentials: 'same-origin' });
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    return response.text();
  };
  const all = async () => {
    const page = await load(path);
    const assets = assetsOf(page);
    // A portal's or proxy's page is not ours.
    if (assets.length === 0) throw new Error('Página inválida');
    const texts = await Promise.all(assets.map(load));
    await Promise.all(texts.map((text) => Promise.all(assetsOf(text).map(load))));
    return page;
  };
  return Promise.race([all(), late]);
}

/** Addresses of scripts, styles and fonts named in a page or style sheet. */
export function assetsOf(text: string): string[] {
  const found = text.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g) ?? [];
  return found.filter((url, index) => found.indexOf(url) === index);
}

/** Whether the page names other scripts or styles than the running one. */
export function isNewer(page: string, running: string): boolean {
  const current = assetsOf(running);
  return assetsOf(page).some((url) => current.indexOf(url) < 0);
}

export function scheduleRestarts(path: string, everyMs: number = limits.reloadEveryMs): Restarts {
  let isReady = false;
  let timer = setTimeout(attempt, everyMs);
  let isLooking = false;

  function attempt(): void {
    refreshPage(path).then(
      () => {
        isReady = true;
      },
      () => {
        timer = setTimeout(attempt, retryMs);
      },
    );
  }

  return {
    isReady: () => isReady,
    lookForUpdate() {
      if (isReady || isLooking) return;
      isLooking = true;
      refreshPage(path)
        .then((page) => {
          isReady = isReady || isNewer(page, document.documentElement.outerHTML);
        })
        .catch(() => undefined)
        .then(() => {
          isLooking = false;
        });
    },
    stop: () => clearTimeout(timer),
  };
}
