/** Opens an item's bytes from the device, or from the server while they are not stored. */
import type { MediaCache } from './cache.ts';
import { isReadable } from './stored-files.ts';
import type { Connections, Release } from '../server/requests/connections.ts';
import type { Downloads } from './downloads.ts';
import type { MediaFile } from '../server/requests/responses.ts';

export interface Source {
  url: string;
  ambientUrl: string | null;
  isStored: boolean;
  /** Call it when an image or the ambient picture has loaded or failed, but not for a video, which goes on loading. */
  releaseConnection(part: SourcePart): void;
  /** Releases the memory and connections behind the addresses. */
  release(): void;
}

/** The item's own file, or its ambient picture. */
export type SourcePart = 'main' | 'ambient';

/**
 * Opens an item from the device, after downloading it if it can be stored, so that no byte is fetched twice. Streams an
 * item for which storage has no room, one whose stored copy does not open, and a video whose download keeps failing while
 * nothing else can be shown. Rejects when the item is not available now. `isOnline`: the server responds, so that
 * unreadable bytes may be replaced.
 */
export async function openSource(
  item: MediaFile,
  cache: MediaCache,
  downloads: Downloads,
  connections: Connections,
  isOnline: () => boolean,
): Promise<Source> {
  const shouldStream = () => !cache.isUsable || downloads.mustStream(item);
  if (!shouldStream()) {
    const wasStored = cache.has(item);
    const stored = await openStored(item, cache, downloads, isOnline);
    if (stored) return stored;
    const shouldStoreFirst = item.mediaType === 'image' || (!wasStored && downloads.isDownloadPending(item));
    if (shouldStoreFirst && !cache.has(item) && !downloads.isUnstorable(item)) {
      try {
        await downloads.fetchNow(item);
        const fetched = await openStored(item, cache, downloads, isOnline);
        if (fetched) return fetched;
      } catch (error) {
        if (!downloads.isUnstorable(item)) throw error;
      }
    }
  }
  try {
    return await openStreamed(item, downloads, connections);
  } catch (error) {
    // Without the server a copy that may be damaged is better than none.
    const stored = shouldStream() ? await openStored(item, cache, downloads, isOnline) : undefined;
    if (stored) return stored;
    throw error;
  }
}

async function openStreamed(item: MediaFile, downloads: Downloads, connections: Connections): Promise<Source> {
  const { url, ambient } = await downloads.address(item);
  // Media elements connect as soon as they have an address: wait for a free connection first.
  const connectionOf: Partial<Record<SourcePart, Release>> = { main: await connections.acquire('call') };
  if (ambient) connectionOf.ambient = await connections.acquire('call');
  return {
    url,
    ambientUrl: ambient ? ambient.url : null,
    isStored: false,
    releaseConnection: (part) => connectionOf[part]?.(),
    release() {
      connectionOf.main?.();
      connectionOf.ambient?.();
    },
  };
}

async function openStored(
  item: MediaFile,
  cache: MediaCache,
  downloads: Downloads,
  isOnline: () => boolean,
): Promise<Source | undefined> {
  if (!cache.has(item)) return undefined;
  const blob = await read(item.sha256, cache, async () => isOnline() && downloads.distrust(item));
  if (!blob) {
    downloads.refresh();
    return undefined;
  }
  const ambientSha256 = item.useAmbientBackground ? cache.find(item.sha256)?.ambientSha256 : null;
  const ambient = ambientSha256 ? await cache.open(ambientSha256).catch(() => undefined) : undefined;
  const url = URL.createObjectURL(blob);
  const ambientUrl = ambient ? URL.createObjectURL(ambient) : null;
  return {
    url,
    ambientUrl,
    isStored: true,
    releaseConnection: () => undefined,
    release() {
      URL.revokeObjectURL(url);
      if (ambientUrl) URL.revokeObjectURL(ambientUrl);
    },
  };
}

async function read(
  sha256: string,
  cache: MediaCache,
  onUnreadable: () => Promise<unknown>,
): Promise<Blob | undefined> {
  try {
    const blob = await cache.open(sha256);
    if (!blob || (await isReadable(blob))) return blob;
  } catch {
    // Storage does not respond, or is closed and did not open again: the file itself may be good.
    return undefined;
  }
  await onUnreadable().catch(() => undefined);
  return undefined;
}
