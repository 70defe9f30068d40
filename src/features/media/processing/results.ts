/** Applies the results of a job: its files in place, the item's new state, and its messages, in one transaction. */
import type { Publish } from '../../../contract/events.ts';
import { storageKey } from '../../../platform/storage/data-folder.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { PlaylistStore } from '../../playlists/store.ts';
import { type FailureCode, failures } from './failures.ts';
import type { MediaFolder } from '../library/folder.ts';
import type { Job, Rendered, RenderedFile } from './jobs.ts';
import { createListNotifier, type ProgressNotifier } from '../library/notify.ts';
import type { MediaStore } from '../library/store.ts';

export interface ResultsDeps {
  media: MediaStore;
  folder: MediaFolder;
  playlists: Pick<PlaylistStore, 'idsShowing' | 'changed'>;
  notifyProgress: ProgressNotifier;
  /** Bytes that an account may still have. */
  quotaLeft: (userId: number) => number;
  publish: Publish;
  database: Database;
}

export function createResults({ media, folder, playlists, quotaLeft, notifyProgress, publish, database }: ResultsDeps) {
  const { queue, files } = media;
  /** Lists show another size, thumbnail or state. */
  const notifyLists = createListNotifier(publish, media);

  /** Files that are finished, and what becomes of their item. */
  function store(job: Job, rendered: readonly RenderedFile[], record: () => void): void {
    const { videoId } = job;
    files.placeAndRecord(rendered, () => {
      record();
      files.recount(videoId);
      playlists.changed(playlists.idsShowing(videoId));
      if (job.kind !== 'ambient') notifyProgress(job, 'completed', 100);
      notifyLists(videoId);
    });
  }

  function dropOriginal(original: string | null): void {
    if (original) database.afterCommit(() => folder.discard(folder.path(original)));
  }

  /** Final failures drop the original and return the quota (see failures.ts). What a failed replacement was for stays as it is. */
  function failed(job: Job, code: FailureCode): void {
    const item = queue.findUnderWay(job);
    if (!item) return;
    const { message, canRetry } = failures[code];
    database.tx(() => {
      queue.fail(job, message, { keepsOriginal: canRetry });
      files.recount(job.videoId);
      if (!canRetry) dropOriginal(item.original);
      notifyProgress(job, 'failed', 0, message);
      notifyLists(job.videoId, { isOrWasFailed: !job.isReplacement });
    });
  }

  function completedItem(job: Job, rendered: Rendered): void {
    const item = queue.findUnderWay(job);
    const main = rendered.files.find((file) => file.kind === 'main');
    if (!item || !main) return;
    const wanted = rendered.files.filter((file) => file.kind !== 'ambient' || item.wantsAmbient);
    const totalBytes = wanted.reduce((sum, file) => sum + file.sizeBytes, 0);
    // The account may have filled up while this was being converted.
    if (job.userId !== null && totalBytes > item.sizeBytes + Math.max(0, quotaLeft(job.userId)))
      return failed(job, 'over_quota');
    store(job, wanted, () => {
      files.attachAll(job.videoId, wanted);
      queue.complete(job, storageKey(main), rendered);
      dropOriginal(item.original);
    });
  }

  /**
   * True if the item's present picture still needs an ambient colour: another file may have taken its place meanwhile.
   */
  function wantsAmbient(job: Job): boolean {
    const item = queue.find(job);
    if (item?.status !== 'completed' || !item.wantsAmbient) return false;
    const still = files.ofKind(job.videoId, 'poster') ?? files.ofKind(job.videoId, 'main');
    return still !== undefined && folder.mediaPath(still.sha256, still.extension) === job.source;
  }

  return {
    /** Not of an item that was deleted meanwhile, a replacement that a newer one has taken the place of, or an ambient picture of bytes that are gone: their outcome says nothing. */
    isWanted: (job: Job): boolean =>
      job.kind === 'ambient' ? wantsAmbient(job) : queue.findUnderWay(job) !== undefined,

    /** Stores the results of a job that is still wanted. */
    completed(job: Job, rendered: Rendered): void {
      if (job.kind !== 'ambient') completedItem(job, rendered);
      else store(job, rendered.files, () => files.attach(job.videoId, rendered.files));
    },

    failed,
  };
}
