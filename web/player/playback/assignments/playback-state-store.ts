import type { Responses } from '../../server/requests/responses.ts';
import type { CachedResponses } from '../../server/requests/cached-responses.ts';

/** Maximum number of playlists that are stored as shown; programmes rarely have more. */
const shownLimit = 50;

/** Stores what the next page needs: position in the playlist, held playlist (assignment-changes.ts), ids of shown playlists. */
export function createPlaybackStateStore(cachedResponses: CachedResponses) {
  let isHeldStored = true;
  let wasTaken = false;
  // Delete the stored position at once: if this page crashes there, the next page does not begin there again.
  const position = cachedResponses.load('resume').then((found) => {
    void cachedResponses.save('resume', undefined);
    return found;
  });
  const held = cachedResponses.load('held');
  let shownPlaylists: Responses['shownPlaylists'] = [];
  const loaded = cachedResponses.load('shownPlaylists').then((found) => {
    shownPlaylists = [...shownPlaylists, ...(found ?? [])];
  });
  return {
    /** Returns the position and the held playlist that the previous page stored. All calls but the first return neither. */
    async take(): Promise<{ position?: Responses['resume'] | undefined; held?: Responses['held'] | undefined }> {
      const found = { position: await position, held: await held };
      await loaded;
      if (wasTaken) return {};
      wasTaken = true;
      return found;
    },
    saveHeld(next: Responses['held'] | undefined): void {
      if (next || isHeldStored) void cachedResponses.save('held', next);
      isHeldStored = next !== undefined;
    },
    /** True if the device has shown items of this playlist. */
    hasShown: (playlistId: number) => shownPlaylists.indexOf(playlistId) >= 0,
    recordShown(playlistId: number): void {
      if (shownPlaylists[0] === playlistId) return;
      shownPlaylists = [playlistId, ...shownPlaylists.filter((id) => id !== playlistId)].slice(0, shownLimit);
      void cachedResponses.save('shownPlaylists', shownPlaylists);
    },
    savePosition: (next: Responses['resume'] | undefined) => cachedResponses.save('resume', next),
  };
}
