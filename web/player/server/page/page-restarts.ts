/**
 * Decides when the page restarts: every 4 hours (contract/README 10.4), when a person asks for it (9.15), and when the server has a newer page. It
 * restarts only right after page and assets were received, so that the browser shows no error page.
 */
import { limits } from '../../../../src/contract/limits.ts';
import type { Connections } from '../requests/connections.ts';
import { isNewer, isRefreshing, refreshPage } from './page-copy.ts';

/** Time for which a successful check is valid. */
const validMs = 30_000;
const retryMs = 5 * 60_000;
/** Minimum interval of checks, also on a connection that breaks every few seconds. */
const checkEveryMs = 60_000;

export type PageRestarts = ReturnType<typeof schedulePageRestarts>;

/** Schedules a restart after `everyMs`. `others`: pages to cache too, because this page opens them in its place, without a request. */
export function schedulePageRestarts(
  path: string,
  connections: Connections,
  others: readonly string[] = [],
  everyMs: number = limits.reloadEveryMs,
) {
  let respondedAt: number | undefined;
  let checkedAt = -Infinity;
  let timer = setTimeout(attempt, everyMs);
  // False if another page opened this one in its place, without a request, or its renewal failed: it might not start without the server.
  let isCached = false;
  const uncached = new Set(others);
  let isStopped = false;
  let requestedAt: number | undefined;
  let isRequested = false;
  // True if the server was away again soon after the last check: it may have a newer page only now.
  let isCheckDue = false;
  const checkTimer = setInterval(() => (isCached && uncached.size === 0 && !isCheckDue) || checkNow(), checkEveryMs);

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

  function attempt(): void {
    clearTimeout(timer);
    const next = (ms: number) => {
      if (!isStopped) timer = setTimeout(attempt, ms);
    };
    check().then(
      () => {
        respondedAt = performance.now();
        next(validMs);
      },
      () => {
        respondedAt = undefined;
        next(retryMs);
      },
    );
  }

  function checkNow(): void {
    checkedAt = performance.now();
    isCheckDue = false;
    check().then(
      (page) => {
        if (!isStopped && isNewer(page, document.documentElement.outerHTML)) attempt();
      },
      () => undefined,
    );
  }

  return {
    /** True if a restart is due and safe at the end of an item. False during a renewal, which it would abort. */
    isReady: () =>
      respondedAt !== undefined && performance.now() - respondedAt < validMs && ![path, ...others].some(isRefreshing),
    /** True if a person waits for the restart, which does not wait for the end of an item then. */
    isRequested: () => isRequested,
    /** Prepares a restart when a poll reports a request that the page's first poll did not: `at` identifies it. */
    receiveRequest(at = 0): void {
      const isNew = at !== 0 && requestedAt !== undefined && at !== requestedAt;
      if (at !== 0 || requestedAt === undefined) requestedAt = at;
      if (!isNew) return;
      isRequested = true;
      attempt();
    },
    /** Checks for a newer page after the server was away. */
    checkForUpdate(): void {
      if (performance.now() - checkedAt >= checkEveryMs) checkNow();
      else isCheckDue = true;
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(checkTimer);
    },
  };
}
