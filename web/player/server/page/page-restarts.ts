/**
 * Decides when the page restarts: every 4 hours (contract/README 10.4), and when the server has a newer one. Never
 * unless page and assets have just answered, so a restart can't end in a browser's error page.
 */
import { limits } from '../../../../src/contract/limits.ts';
import type { Connections } from '../requests/connections.ts';
import { isNewer, isRefreshing, refreshPage } from './page-copy.ts';

/** A good answer counts for this long; then the server is asked again. */
const validMs = 30_000;
const retryMs = 5 * 60_000;
/** A link that breaks every few seconds does not fetch the page each time it is back. */
const checkEveryMs = 60_000;

export type PageRestarts = ReturnType<typeof schedulePageRestarts>;

/** `others`: pages that this one leads to without loading them, to be kept too. `everyMs`: from now until the restart is due. */
export function schedulePageRestarts(
  path: string,
  connections: Connections,
  others: readonly string[] = [],
  everyMs: number = limits.reloadEveryMs,
) {
  let respondedAt: number | undefined;
  let checkedAt = -Infinity;
  let timer = setTimeout(attempt, everyMs);
  // The page may have been reached without loading it, or its renewal have failed: it might not start without the server.
  let isKept = false;
  const unkept = new Set(others);
  let isStopped = false;
  const looking = setInterval(() => (isKept && unkept.size === 0) || checkNow(), checkEveryMs);

  async function check(): Promise<string> {
    isKept = false;
    const page = await refreshPage(path, connections);
    isKept = true;
    keepOthers().catch(() => undefined);
    return page;
  }

  /** Keeps the other pages, once in this page's life: each start of it begins anew. */
  async function keepOthers(): Promise<void> {
    for (const other of Array.from(unkept)) {
      if (isStopped) return;
      await refreshPage(other, connections);
      unkept.delete(other);
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
    check().then(
      (page) => {
        if (!isStopped && isNewer(page, document.documentElement.outerHTML)) attempt();
      },
      () => undefined,
    );
  }

  return {
    /** A restart is due and safe: to be done at an item's end. False during a renewal, which it would break off. */
    isReady: () =>
      respondedAt !== undefined && performance.now() - respondedAt < validMs && ![path, ...others].some(isRefreshing),
    /** Looks whether the server offers a newer page, after it was away. */
    checkForUpdate(): void {
      if (performance.now() - checkedAt >= checkEveryMs) checkNow();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(looking);
    },
  };
}
