/** Stores the tracks of music: when space is short they are deleted before any item, and they are downloaded after all items. */
import type { MediaFile, Track } from '../server/requests/responses.ts';
import type { MediaCache } from './cache.ts';
import type { Downloads } from './downloads.ts';
import type { Source } from './sources.ts';

export interface MusicFilesOptions {
  cache: Pick<MediaCache, 'keepMusic'>;
  downloads: Pick<Downloads, 'want' | 'distrust' | 'trust'>;
  /** True if the file can be played at once. */
  isAvailable(track: MediaFile): boolean;
  open(track: MediaFile): Promise<Source>;
  isOnline(): boolean;
}

export type MusicFiles = ReturnType<typeof createMusicFiles>;

export function createMusicFiles({ cache, downloads, isAvailable, open, isOnline }: MusicFilesOptions) {
  return {
    /** Sets the tracks to store. If there are none, the stored tracks remain while there is space. */
    keep(tracks: readonly Track[]): void {
      if (tracks.length > 0) cache.keepMusic(tracks.map(({ sha256 }) => sha256)).catch(() => undefined);
      downloads.want(tracks, 'music');
    },
    isAvailable,
    open,
    /**
     * Call it when a stored track can't be decoded: downloads it again. While the server is away keeps the track, because a
     * copy that may be damaged is better than none.
     */
    distrust(track: MediaFile): void {
      if (isOnline()) downloads.distrust(track).catch(() => undefined);
    },
    trust: downloads.trust,
  };
}
