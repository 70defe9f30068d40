import type { PlayItem } from '../../../src/contract/playlists.ts';

/** An image of 20 s, named by its id. */
export function image(id: number, fields: Partial<PlayItem> = {}): PlayItem {
  return {
    id,
    name: String(id),
    mediaType: 'image',
    displayDuration: null,
    durationS: null,
    useAmbientBackground: false,
    sha256: `sha-${id}`,
    sizeBytes: 1000,
    width: 1920,
    height: 1080,
    ...fields,
  };
}

/** A video of 30 s. */
export const video = (id: number, fields: Partial<PlayItem> = {}): PlayItem =>
  image(id, { mediaType: 'video', durationS: 30, ...fields });
