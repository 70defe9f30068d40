/** Requeues items whose processing failed because the disk was full, once their files fit again. */
import type { Clock, Timer } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { FreeSpace } from '../../../platform/storage/disk-space.ts';
import { fileSize } from '../../../platform/storage/files.ts';
import type { MediaFolder } from '../library/folder.ts';
import { createListNotifier, type ListNotifierDeps } from '../library/notify.ts';
import type { MediaStore } from '../library/store.ts';

/** Delays until the next look at the disk. They double with each requeue: a rendition may be too large for the disk. */
const delaysMs = { first: 60_000, longest: 3_600_000 };

export interface DiskRetryDeps extends Pick<ListNotifierDeps, 'publish'> {
  media: MediaStore;
  folder: Pick<MediaFolder, 'path'>;
  freeSpace: () => Promise<FreeSpace>;
  /** Bytes that must be free beside an item's file. */
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
  let delayMs = delaysMs.first;
  let timer: Timer | undefined;
  let isStopped = true;

  function requeue(ids: readonly number[]): void {
    database.tx(() => {
      for (const id of ids) queue.retry(id);
      notifyLists(ids, { concernsFailedItems: true });
    });
    wake();
  }

  async function retry(): Promise<void> {
    const failed = queue.failedByFullDisk();
    if (failed.length === 0) {
      delayMs = delaysMs.first;
      return;
    }
    const { freeBytes } = await freeSpace();
    const fitting: number[] = [];
    for (const { id, original } of failed)
      if (((await fileSize(folder.path(original))) ?? 0) + spareBytes <= freeBytes) fitting.push(id);
    if (isStopped) return;
    delayMs = fitting.length > 0 ? Math.min(delayMs * 2, delaysMs.longest) : delaysMs.first;
    if (fitting.length > 0) requeue(fitting);
    schedule();
  }

  function schedule(): void {
    if (isStopped) return;
    timer ??= clock.after(delayMs, () => {
      timer = undefined;
      retry().catch(schedule);
    });
  }

  return {
    start(): void {
      isStopped = false;
      schedule();
    },
    /** Looks at the disk after the current delay. Call it when an item failed because the disk was full. */
    schedule,
    stop(): void {
      isStopped = true;
      timer?.cancel();
      timer = undefined;
    },
  };
}
