/**
 * Decides when an item on the screen is reported at once instead of with the next heartbeat: the first item, the
 * first item of another playlist, and each item (or new file of an item) that was added to the playlist while it
 * played.
 */
import type { PlayItem } from '../../../src/contract/playlists.ts';
import { itemKey } from '../playback/timeline/order.ts';
import type { Assignment } from '../server/requests/responses.ts';

type ShownItem = Pick<PlayItem, 'id' | 'sha256'>;

export type FirstDisplayReports = ReturnType<typeof createFirstDisplayReports>;

export function createFirstDisplayReports(onFirstDisplay: () => void) {
  let playlistId: number | undefined;
  let previousKeys = new Set<string>();
  /** Keys of the items to report, each once; of a new playlist only the first item that is shown. */
  let unreported = new Set<string>();
  let isNewPlaylist = false;
  return {
    /** Receives the playlist that is to play, and its items. */
    set({
      playlist,
      items,
    }: {
      playlist: Pick<NonNullable<Assignment['playlist']>, 'id'> | null;
      items: readonly ShownItem[];
    }): void {
      const keys = items.map(itemKey);
      if (playlist?.id !== playlistId) isNewPlaylist = true;
      if (isNewPlaylist) unreported = new Set(keys);
      else unreported = new Set(keys.filter((key) => unreported.has(key) || !previousKeys.has(key)));
      playlistId = playlist?.id;
      previousKeys = new Set(keys);
    },
    /** Reports the item, which the screen shows now, if that is due. */
    shown(item: ShownItem): void {
      if (!unreported.delete(itemKey(item))) return;
      if (isNewPlaylist) unreported.clear();
      isNewPlaylist = false;
      onFirstDisplay();
    },
  };
}
