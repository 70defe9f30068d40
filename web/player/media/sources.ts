/** Opens an item's bytes: the device, or the server while they are not there. */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { MediaCache } from './cache.ts';
import { isReadable } from './stored-files.ts';
import type { Connections, Release } from '../server/requests/connections.ts';
import type { Downloads } from './downloads.ts';

export interface Source {
  url: string;
  ambientUrl: string | null;
  isStored: boolean;
  /** An image has come, or will not: it needs no connection any more. A video may need its own until the end. */
  hasLoaded(part: SourcePart): void;
  /** Frees what the addresses hold. */
  release(): void;
}

export type SourcePart = 'main' | 'ambient';

/**
 * Opens an item from the device, after downloading what can be stored, so that no byte is fetched twice. Streams what
 * does not fit, what the device has but can't open, and a video whose download does not arrive while nothing else can
 * be shown. Rejects when the item can't be had now. `isReached`: the server responds, so that unreadable bytes may be
 * replaced.
 */
export async function openSource(
  item: PlayItem,
  cache: MediaCache,
  downloads: Downloads,
  connections: Connections,
  isOnline: () => boolean,
): Promise<Source> {
  const isBetterStreamed = () => !cache.isUsable || downloads.isCorrupt(item);
  if (!isBetterStreamed()) {
    const wasHere = cache.has(item);
    const stored = await openStored(item, cache, downloads, isOnline);
    if (stored) return stored;
    const isFirstKept = item.mediaType === 'image' || (!wasHere && downloads.isComing(item));
    if (isFirstKept && !cache.has(item) && !downloads.isTooBig(item)) {
      try {
        await downloads.fetchNow(item);
        const fetched = await openStored(item, cache, downloads, isOnline);
        if (fetched) return fetched;
      } catch (error) {
        if (!downloads.isTooBig(item)) throw error;
      }
    }
  }
  try {
    return await openStreamed(item, downloads, connections);
  } catch (error) {
    // Without the server a doubtful copy is better than none.
    const stored = isBetterStreamed() ? await openStored(item, cache, downloads, isOnline) : undefined;
    if (stored) return stored;
    throw error;
  }
}

async function openStreamed(item: PlayItem, downloads: Downloads, connections: Connections): Promise<Source> {
  const { url, ambient } = await downloads.address(item);
  // The elements connect by themselves as soon as they have an address: it is given out when there is a connection free.
  const held: Partial<Record<SourcePart, Release>> = { main: await connections.acquire('call') };
  if (ambient) held.ambient = await connections.acquire('call');
  return {
    url,
    ambientUrl: ambient ? ambient.url : null,
    isStored: false,
    hasLoaded: (part) => held[part]?.(),
    release() {
      held.main?.();
      held.ambient?.();
    },
  };
}

async function openStored(
  item: PlayItem,
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
    hasLoaded: () => undefined,
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
    // Storage itself is silent, or closed and not opened again: its file may be good.
    return undefined;
  }
  await onUnreadable().catch(() => undefined);
  return undefined;
}
