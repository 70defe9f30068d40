/** Requeues items whose processing failed because the disk was full, once their files fit again. */
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { FreeSpace } from '../../../platform/storage/disk-space.ts';
import { fileSize } from '../../../platform/storage/files.ts';
import type { MediaFolder } from '../library/folder.ts';
import { createListNotifier, type ListNotifierDeps } from '../library/notify.ts';
import type { MediaStore } from '../library/store.ts';

/** Time between two checks of the free space. */
const checkEveryMs = 60_000;
/** Maximum number of automatic retries of an item, with growing pauses: its rendition may be too large for the disk. */
const maxRetries = 5;

export interface DiskRetryDeps extends Pick<ListNotifierDeps, 'publish'> {
  media: MediaStore;
  folder: Pick<MediaFolder, 'path'>;
  freeSpace: () => Promise<FreeSpace>;
  /** Bytes that must be free in addition to the size of an item's file. */
  spareBytes: number;
  /** Looks for queued items. */
  wake: () => void;
  database: Database;
  clock: Clock;
}

export function createDiskRetries(deps: DiskRetryDeps) {
  const { folder, freeSpace, spareBytes, wake, database, clock } = deps;
  const { queue } = deps.media;
  const notifyLists = createListNotifier(deps);
  /** Retries of each item so far, and the monotonic time before which it is not retried again. */
  const retries = new Map<number, { count: number; notBefore: number }>();
  let timer: Timer | undefined;
  let isStopped = true;

  function requeue(ids: readonly number[]): void {
    database.tx(() => {
      for (const id of ids) queue.retry(id);
      notifyLists(ids, { concernsFailedItems: true });
    });
    wake();
  }

  /** Requeues the failed items whose files fit on the disk now. */
  async function retry(): Promise<void> {
    const failed = queue.failedByFullDisk().filter(({ id }) => (retries.get(id)?.count ?? 0) < maxRetries);
    if (failed.length === 0) return;
    const { freeBytes } = await freeSpace();
    const now = clock.monotonic();
    const fitting: number[] = [];
    for (const { id, original } of failed) {
      const { count, notBefore } = retries.get(id) ?? { count: 0, notBefore: 0 };
      if (now < notBefore) continue;
      const sizeBytes = await fileSize(folder.path(original));
      if (sizeBytes === undefined || sizeBytes + spareBytes > freeBytes) continue;
      retries.set(id, { count: count + 1, notBefore: now + checkEveryMs * 4 ** (count + 1) });
      fitting.push(id);
    }
    if (isStopped) return;
    if (fitting.length > 0) requeue(fitting);
    schedule();
  }

  function schedule(): void {
    if (isStopped) return;
    timer ??= clock.after(checkEveryMs, () => {
      timer = undefined;
      retry().catch(schedule);
    });
  }

  return {
    start(): void {
      isStopped = false;
      schedule();
    },
    /** Checks the free space after a minute. Call it when an item failed because the disk was full. */
    schedule,
    stop(): void {
      isStopped = true;
      timer?.cancel();
      timer = undefined;
    },
  };
}
