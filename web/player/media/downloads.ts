/** Brings the playlist's media onto the device: one file at a time in the order of play, and at once what is asked for. */
import type { PlayerMediaUrl } from '../../../src/contract/media.ts';
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { limits } from '../../../src/contract/limits.ts';
import { createAddresses } from './addresses.ts';
import { createDownloadProgress } from './download-progress.ts';
import { type MediaCache, type NewFile, StorageFull } from './cache.ts';
import type { Connections } from '../server/requests/connections.ts';
import { CallError } from '../server/requests/network.ts';
import { createCorruptFiles } from './corrupt-files.ts';
import { createFetches } from './fetches.ts';
import { silentRetryMs, StorageSilent } from '../device/storage.ts';
import { createItemFailures } from './item-failures.ts';

export interface DownloadsOptions {
  cache: MediaCache;
  connections: Connections;
  /** Asks the server for the signed address of an item's bytes. */
  ask(item: PlayItem): Promise<PlayerMediaUrl>;
  /** There is more on the device. */
  onArrived(): void;
  /** An item can't be had, for the heartbeat's report. */
  onItemFailure(message: string, item: PlayItem): void;
}

export type Downloads = ReturnType<typeof createDownloads>;

export function createDownloads(options: DownloadsOptions) {
  const { cache, connections } = options;
  const fetches = createFetches(cache, fetchItem);
  /** The browser refused to store these, for other reasons than room. */
  const unstorable = new Set<string>();
  const itemFailures = createItemFailures();
  const downloadProgress = createDownloadProgress(cache, connections);
  const addresses = createAddresses(options.ask);
  const corruptFiles = createCorruptFiles(cache, () => void work());
  let wanted: readonly PlayItem[] = [];
  let wantedFiles = new Set<string>();
  let isWorking = false;
  let isStopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function fetchFile(url: string, file: NewFile, item: PlayItem): Promise<boolean> {
    const onPiece = () => {
      // A link that breaks every few seconds still gets on: the waits do not add up.
      itemFailures.forget(item.sha256);
      return fetches.isAwaited(item) || isNext(item);
    };
    return downloadProgress.load(url, file, () => isWanted(item), onPiece);
  }

  const isWanted = (item: PlayItem) => !isStopped && wantedFiles.has(item.sha256);

  const isTooBig = (item: PlayItem) => !cache.isUsable || unstorable.has(item.sha256) || cache.isRefused(item.sha256);

  async function fetchItem(item: PlayItem): Promise<void> {
    try {
      const { url, sha256, sizeBytes, contentType, ambient } = await addresses.find(item);
      if (!(await fetchFile(url, { sha256, sizeBytes, contentType }, item))) return;
      // Before it comes: what makes room is to know whose it is.
      if (item.useAmbientBackground) await cache.join(sha256, ambient ? ambient.sha256 : null);
      if (ambient && !(await fetchFile(ambient.url, { ...ambient, contentType: 'image/jpeg' }, item))) return;
      itemFailures.forget(sha256);
      options.onArrived();
    } catch (error) {
      await settleFailure(item, error);
      throw error;
    }
  }

  async function settleFailure(item: PlayItem, error: unknown): Promise<void> {
    if (!isWanted(item)) return;
    addresses.forget(item);
    if (error instanceof StorageFull) {
      await cache.refuse({ sha256: item.sha256, sizeBytes: item.sizeBytes, contentType: '' }).catch(() => undefined);
    } else if (!(error instanceof CallError || error instanceof StorageSilent)) {
      unstorable.add(item.sha256);
      await cache.remove(item.sha256).catch(() => undefined);
    } else if (error instanceof CallError && (error.status === 416 || error.status === 206)) {
      await cache.remove(item.sha256).catch(() => undefined);
    }
    itemFailures.add(item.sha256);
    options.onItemFailure(`${item.name}: ${error instanceof Error ? error.message : String(error)}`, item);
  }

  async function fetchNow(item: PlayItem): Promise<void> {
    if (isTooBig(item)) throw new StorageFull('Sem espaço para guardar o conteúdo');
    if (!cache.has(item)) await fetches.whole(item);
  }

  async function work(): Promise<void> {
    if (isWorking || isStopped) return;
    isWorking = true;
    clearTimeout(timer);
    let waitMs = Infinity;
    if (!cache.isUsable) {
      await cache.check();
      if (cache.isUsable) options.onArrived();
    }
    // The wish may change while a file comes: the list is looked at anew each time.
    for (let item = nextWanted(); item; item = nextWanted()) await fetches.some(item).catch(() => undefined);
    for (const item of missing()) waitMs = Math.min(waitMs, itemFailures.waitMs(item.sha256));
    isWorking = false;
    if (!cache.isUsable) waitMs = silentRetryMs;
    if (waitMs < Infinity && !isStopped) timer = setTimeout(work, Math.max(waitMs, limits.mediaRetryMs));
  }

  const missing = () => wanted.filter((item) => !cache.has(item) && !isTooBig(item));
  const nextWanted = () => (isStopped ? undefined : missing().find(({ sha256 }) => itemFailures.waitMs(sha256) <= 0));
  /** Nothing nearer can come. What fails waits for a while, in which this one gets on. */
  function isNext({ sha256 }: PlayItem): boolean {
    const next = nextWanted();
    return !next || next.sha256 === sha256;
  }

  return {
    ...corruptFiles,
    /** Sets the items to download, in this order; replaces the former wish. */
    want(items: readonly PlayItem[]): void {
      wanted = items;
      wantedFiles = new Set(items.map((item) => item.sha256));
      void work();
    },
    /** Resolves when the item is on the device; rejects when it can't be had now. */
    fetchNow,
    /** Something that was stored is gone: looks what is missing now. */
    refresh: () => void work(),
    /** It is being brought, or will be soon: it has not failed lately. */
    isComing: (item: PlayItem) =>
      isWanted(item) && !cache.has(item) && !isTooBig(item) && !itemFailures.isAbsent(item.sha256),
    /** Returns the downloaded share of these items in whole percent of their bytes; null when nothing more is to come. */
    percent: (items: readonly PlayItem[]) => downloadProgress.percent(items.filter((item) => !isTooBig(item))),
    /** No room for it on this device: it can only be streamed. */
    isTooBig,
    /** Signed address. */
    address: addresses.find,
    /** The server responds again: no need to wait longer. */
    wake(): void {
      itemFailures.forgetAll();
      void work();
    },
    stop(): void {
      isStopped = true;
      clearTimeout(timer);
      addresses.stop();
    },
  };
}
