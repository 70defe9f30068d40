/** Where an item's bytes come from: the device, or the server while they are not there. */
import type { PlayItem } from '../../src/contract/playlists.ts';
import { isReadable, type MediaCache } from './cache.ts';
import type { Connections } from './connections.ts';
import type { Downloads } from './downloads.ts';

export interface Source {
  url: string;
  ambientUrl: string | null;
  isStored: boolean;
  /** Frees what the addresses hold. */
  release(): void;
}

/** Images come onto the device first; a video that is not there yet is streamed. Rejects when it can't be had now. */
export async function openSource(item: PlayItem, cache: MediaCache, downloads: Downloads, connections: Connections): Promise<Source> {
  const stored = await openStored(item, cache);
  if (stored) return stored;
  if (item.mediaType === 'image' && !downloads.isTooBig(item)) {
    try {
      await downloads.fetchNow(item);
      const fetched = await openStored(item, cache);
      if (fetched) return fetched;
    } catch (error) {
      if (!downloads.isTooBig(item)) throw error;
    }
  }
  const { url, ambient } = await downloads.address(item);
  const release = item.mediaType === 'video' ? connections.take() : () => undefined;
  return { url, ambientUrl: ambient ? ambient.url : null, isStored: false, release };
}

async function openStored(item: PlayItem, cache: MediaCache): Promise<Source | undefined> {
  if (!cache.has(item)) return undefined;
  const blob = await cache.open(item.sha256).catch(() => undefined);
  const ambientSha256 = item.useAmbientBackground ? cache.find(item.sha256)?.ambientSha256 : null;
  const ambient = ambientSha256 ? await cache.open(ambientSha256).catch(() => undefined) : undefined;
  if (!blob || !(await isReadable(blob))) {
    await cache.remove(item.sha256).catch(() => undefined);
    return undefined;
  }
  const url = URL.createObjectURL(blob);
  const ambientUrl = ambient ? URL.createObjectURL(ambient) : null;
  return {
    url,
    ambientUrl,
    isStored: true,
    release() {
      URL.revokeObjectURL(url);
      if (ambientUrl) URL.revokeObjectURL(ambientUrl);
    },
  };
}
