/** Counts the stored files that are missing on the disk. The first call of `count`, once the server listens, starts the check. */
import type { Log } from '../../platform/log.ts';

export function createMissingFiles(countMissing: (signal: AbortSignal) => Promise<number>, log: Log) {
  const closing = new AbortController();
  const check = () =>
    countMissing(closing.signal).catch((error: unknown) => {
      if (!closing.signal.aborted) log.error('stored files not checked', { error });
      return 0;
    });
  let latestCount: Promise<number> | undefined;
  const count = () => (latestCount ??= check());

  return {
    /** Resolves with the number that the last check found. Waits for the first check. */
    count,
    /** Checks again if files were missing: a disk may have been connected, or `doctor --repair` run. */
    async recheck(): Promise<void> {
      if ((await count()) > 0) latestCount = Promise.resolve(await check());
    },
    close: (): void => closing.abort(),
  };
}
