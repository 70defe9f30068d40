/**
 * Decides when the page restarts: every 4 hours (contract/README 10.4), when a person asks for it (9.15), and when the server
 * has a newer page. It restarts only right after page and assets were received, so that the browser shows no error page.
 */
import { limits } from '../../../../src/contract/limits.ts';
import type { Connections } from '../requests/connections.ts';
import { hasOtherAssets, isRefreshing, refreshPage } from './page-copy.ts';

/** Time for which a successful check is valid. */
const validMs = 30_000;
/** Delay after a failed check. */
const retryMs = 5 * 60_000;
/** Minimum interval of checks: the connection may break and return every few seconds. */
const checkEveryMs = 60_000;

export type PageRestarts = ReturnType<typeof schedulePageRestarts>;

/** Schedules a restart after `everyMs`. `otherPaths`: pages that may open inside this document, without a request; they are cached too. */
export function schedulePageRestarts(
  path: string,
  connections: Connections,
  otherPaths: readonly string[] = [],
  everyMs: number = limits.reloadEveryMs,
) {
  let respondedAt: number | undefined;
  let checkedAt = -Infinity;
  let timer = setTimeout(prepareRestart, everyMs);
  // True after a successful check. A page that opened inside another page's document may not be in the browser's cache yet.
  let isCached = false;
  const uncached = new Set(otherPaths);
  let isStopped = false;
  let requestedAt: number | undefined;
  let isRequested = false;
  // True if the server came back less than `checkEveryMs` after the last check: it may have a newer page now.
  let isCheckDue = false;
  const checkTimer = setInterval(
    () => (isCached && uncached.size === 0 && !isCheckDue) || checkForNewerPage(),
    checkEveryMs,
  );

  async function check(): Promise<string> {
    isCached = false;
    const page = await refreshPage(path, connections);
    isCached = true;
    cacheOthers().catch(() => undefined);
    return page;
  }

  /** Caches the other pages, once after each start of this page. */
  async function cacheOthers(): Promise<void> {
    for (const other of Array.from(uncached)) {
      if (isStopped) return;
      await refreshPage(other, connections);
      uncached.delete(other);
    }
  }

  /** Repeats the check until the page restarts: a restart needs a recent successful check. */
  function prepareRestart(): void {
    clearTimeout(timer);
    const repeatAfter = (ms: number) => {
      if (!isStopped) timer = setTimeout(prepareRestart, ms);
    };
    check().then(
      () => {
        respondedAt = performance.now();
        repeatAfter(validMs);
      },
      () => {
        respondedAt = undefined;
        repeatAfter(retryMs);
      },
    );
  }

  function checkForNewerPage(): void {
    checkedAt = performance.now();
    isCheckDue = false;
    check().then(
      (page) => {
        if (!isStopped && hasOtherAssets(page, document.documentElement.outerHTML)) prepareRestart();
      },
      () => undefined,
    );
  }

  return {
    /** True if a restart is due and safe at the end of an item. False during a renewal, which a restart would abort. */
    isReady: () =>
      respondedAt !== undefined &&
      performance.now() - respondedAt < validMs &&
      ![path, ...otherPaths].some(isRefreshing),
    /** True if a person asked for the restart: then it does not wait for the end of an item. */
    isRequested: () => isRequested,
    /** Prepares a restart when a poll reports another request than the page's first poll. `at`: time of the request; 0: none. */
    receiveRequest(at = 0): void {
      const isNew = at !== 0 && requestedAt !== undefined && at !== requestedAt;
      if (at !== 0 || requestedAt === undefined) requestedAt = at;
      if (!isNew) return;
      isRequested = true;
      prepareRestart();
    },
    /** Checks for a newer page when the server is back, at most once a minute. */
    checkForUpdate(): void {
      if (performance.now() - checkedAt >= checkEveryMs) checkForNewerPage();
      else isCheckDue = true;
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(checkTimer);
    },
  };
}
