/**
 * Decides when a new item on the screen is reported at once, not with the next heartbeat: the first picture, the first
 * of another playlist, and each item (or new file of one) that came into the playlist while it played.
 */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import type { Assignment } from '../server/requests/responses.ts';

type Shown = Pick<PlayItem, 'id' | 'sha256'>;

const keyOf = ({ id, sha256 }: Shown) => `${id} ${sha256}`;

export type FirstShows = ReturnType<typeof createFirstShows>;

export function createFirstShows(onFirst: () => void) {
  let playlistId: number | undefined;
  let known = new Set<string>();
  /** Items to report, each once; or any one of the playlist, when all of it is new. */
  let awaited = new Set<string>();
  let isNewPlaylist = false;
  return {
    set({
      playlist,
      items,
    }: {
      playlist: Pick<NonNullable<Assignment['playlist']>, 'id'> | null;
      items: readonly Shown[];
    }): void {
      const keys = items.map(keyOf);
      if (playlist?.id !== playlistId) isNewPlaylist = true;
      if (isNewPlaylist) awaited = new Set(keys);
      else awaited = new Set(keys.filter((key) => awaited.has(key) || !known.has(key)));
      playlistId = playlist?.id;
      known = new Set(keys);
    },
    shown(item: Shown): void {
      if (!awaited.delete(keyOf(item))) return;
      if (isNewPlaylist) awaited.clear();
      isNewPlaylist = false;
      onFirst();
    },
  };
}
