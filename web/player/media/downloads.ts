/** Downloads media one file at a time: items in order of play, then music. An item to be shown now is downloaded beside these. */
import type { PlayerMediaUrl } from '../../../src/contract/media.ts';
import { limits } from '../../../src/contract/limits.ts';
import { createAddresses } from './addresses.ts';
import { createPieceDownloads } from './piece-downloads.ts';
import { type MediaCache, type NewFile, StorageFull } from './cache.ts';
import type { Connections } from '../server/requests/connections.ts';
import { CallError } from '../server/requests/network.ts';
import { createCorruptFiles } from './corrupt-files.ts';
import { createFetches } from './fetches.ts';
import { storageRetryMs, StorageTimeout } from '../device/storage.ts';
import { createItemFailures } from './item-failures.ts';
import type { MediaFile } from '../server/requests/responses.ts';

export interface DownloadsOptions {
  cache: MediaCache;
  connections: Connections;
  /** Requests the signed address of an item's bytes from the server. */
  requestAddress(item: MediaFile): Promise<PlayerMediaUrl>;
  /** Called when an item was stored. */
  onStored(): void;
  /** Called when a download fails, with the error for the heartbeat. */
  onItemFailure(message: string, item: MediaFile): void;
}

export type Downloads = ReturnType<typeof createDownloads>;

export function createDownloads(options: DownloadsOptions) {
  const { cache, connections } = options;
  const fetches = createFetches(cache, fetchItem);
  /** Files that the browser refused to store although there was space. */
  const unstorable = new Set<string>();
  const itemFailures = createItemFailures();
  const pieceDownloads = createPieceDownloads(cache, connections);
  const addresses = createAddresses(options.requestAddress);
  const corruptFiles = createCorruptFiles(cache, () => void fetchMissing());
  const lists: Record<'items' | 'music', readonly MediaFile[]> = { items: [], music: [] };
  let wanted: readonly MediaFile[] = [];
  let [isWorking, isStopped] = [false, false];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function fetchFile(url: string, file: NewFile, item: MediaFile): Promise<boolean> {
    const onPiece = () => {
      // A connection that breaks every few seconds still makes progress, because its delays do not grow.
      itemFailures.forget(item.sha256);
      return fetches.isAwaited(item) || isNext(item);
    };
    return pieceDownloads.load(url, file, () => isWanted(item), onPiece);
  }

  const isWanted = (item: MediaFile) => !isStopped && wanted.some(({ sha256 }) => sha256 === item.sha256);

  const isUnstorable = ({ sha256 }: MediaFile) => !cache.isUsable || unstorable.has(sha256) || cache.isRefused(sha256);

  async function fetchItem(item: MediaFile): Promise<void> {
    try {
      const { url, sha256, sizeBytes, contentType, ambient } = await addresses.find(item);
      if (!(await fetchFile(url, { sha256, sizeBytes, contentType }, item))) return;
      // Record the background before its download: eviction needs to know which file it belongs to.
      if (item.useAmbientBackground) await cache.recordBackground(sha256, ambient ? ambient.sha256 : null);
      if (ambient && !(await fetchFile(ambient.url, { ...ambient, contentType: 'image/jpeg' }, item))) return;
      itemFailures.forget(sha256);
      options.onStored();
    } catch (error) {
      await recordFailure(item, error);
      throw error;
    }
  }

  async function recordFailure(item: MediaFile, error: unknown): Promise<void> {
    if (!isWanted(item)) return;
    const { sha256, sizeBytes, mediaType: contentType } = item;
    addresses.forget(item);
    if (error instanceof StorageFull) {
      await cache.refuse({ sha256, sizeBytes, contentType }).catch(() => undefined);
    } else if (!(error instanceof CallError || error instanceof StorageTimeout)) {
      unstorable.add(sha256);
      await cache.remove(sha256).catch(() => undefined);
    } else if (error instanceof CallError && (error.status === 416 || error.status === 206)) {
      await cache.remove(sha256).catch(() => undefined);
    }
    itemFailures.add(sha256);
    options.onItemFailure(`${item.name}: ${error instanceof Error ? error.message : String(error)}`, item);
  }

  async function fetchNow(item: MediaFile): Promise<void> {
    if (isUnstorable(item)) throw new StorageFull('Sem espaço para guardar o conteúdo');
    if (!cache.has(item)) await fetches.fetchWhole(item);
  }

  async function fetchMissing(): Promise<void> {
    if (isWorking || isStopped) return;
    isWorking = true;
    clearTimeout(timer);
    let retryInMs = Infinity;
    if (!cache.isUsable) {
      await cache.readRecords();
      if (cache.isUsable) options.onStored();
    }
    // The wanted list may change during a download: read it again each time.
    for (let item = nextWanted(); item; item = nextWanted()) await fetches.start(item).catch(() => undefined);
    for (const item of missing()) retryInMs = Math.min(retryInMs, itemFailures.retryInMs(item.sha256));
    isWorking = false;
    if (!cache.isUsable) retryInMs = storageRetryMs;
    if (retryInMs < Infinity && !isStopped) timer = setTimeout(fetchMissing, Math.max(retryInMs, limits.mediaRetryMs));
  }

  const missing = () => wanted.filter((item) => !cache.has(item) && !isUnstorable(item));
  const nextWanted = () =>
    isStopped ? undefined : missing().find(({ sha256 }) => itemFailures.retryInMs(sha256) <= 0);
  /** True if no earlier file can be downloaded now; a failed one is skipped until its retry. */
  function isNext({ sha256 }: MediaFile): boolean {
    const next = nextWanted();
    return !next || next.sha256 === sha256;
  }

  return {
    ...corruptFiles,
    /** Sets the items, or the music, to download, in this order; replaces the former list. Music follows all items. */
    want(files: readonly MediaFile[], list: 'items' | 'music' = 'items'): void {
      lists[list] = files;
      wanted = lists.items.concat(lists.music);
      void fetchMissing();
    },
    /** Downloads the item at once if it is missing. Resolves when it is on the device; rejects when that fails. */
    fetchNow,
    /** Downloads missing files; call it after stored files were deleted. */
    refresh: () => void fetchMissing(),
    /** True if the item is being downloaded or will be soon, and has not failed three times in a row. */
    isDownloadPending: (item: MediaFile) =>
      isWanted(item) && !cache.has(item) && !isUnstorable(item) && !itemFailures.isUnavailable(item.sha256),
    /** Returns the downloaded share of these items' bytes in whole percent; null when nothing is left to download. */
    percent: (items: readonly MediaFile[]) => pieceDownloads.percent(items.filter((item) => !isUnstorable(item))),
    /** True if the item can't be stored on this device: it can only be streamed. */
    isUnstorable,
    /** Returns the signed address of an item. */
    address: addresses.find,
    /** Ends the delays before retries, because the server responds again. */
    wake(): void {
      itemFailures.forgetAll();
      void fetchMissing();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      addresses.stop();
    },
  };
}
