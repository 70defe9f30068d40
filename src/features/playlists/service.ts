/** What owners do to their playlists: the change, and who hears of it, in one transaction. */
import { AppError, notFound } from '../../contract/errors.ts';
import type { Playlist } from '../../contract/playlists.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { StoredAssignment } from './item-store.ts';
import type { PlaylistStore } from './store.ts';

export interface PlaylistServiceDeps {
  playlists: PlaylistStore;
  database: Database;
}

export function createPlaylistService({ playlists, database }: PlaylistServiceDeps) {
  function assertOwn(playlistId: number, userId: number): void {
    if (!playlists.isOwn(playlistId, userId)) throw notFound('playlist');
  }

  return {
    /** Throws `quota_exceeded` at the owner's `maxPlaylists`. */
    create(userId: number, input: { name: string; isRandom: boolean }): Playlist {
      return database.tx(() => {
        const { max, count } = playlists.allowance(userId);
        if (count >= max) {
          throw new AppError(
            'quota_exceeded',
            `Sua conta permite no máximo ${max} ${max === 1 ? 'playlist' : 'playlists'}.`,
          );
        }
        const id = playlists.insert(userId, input);
        playlists.changed([id]);
        return playlists.findOrThrow(id);
      });
    },

    /** Throws `not_found` unless it is the user's own. */
    update(playlistId: number, userId: number, patch: { name?: string; isRandom?: boolean }): Playlist {
      return database.tx(() => {
        if (!playlists.update(playlistId, userId, patch)) throw notFound('playlist');
        playlists.changed([playlistId]);
        return playlists.findOrThrow(playlistId);
      });
    },

    /** Puts an item at the end, or changes its frequency. Throws `not_found` unless the playlist is the user's and the item visible. */
    assign(userId: number, input: { videoId: number; playlistId: number; frequency: number }): StoredAssignment {
      return database.tx(() => {
        const assignment = playlists.assign(userId, input);
        if (!assignment) {
          assertOwn(input.playlistId, userId);
          throw notFound('content');
        }
        playlists.changed([input.playlistId]);
        return assignment;
      });
    },

    /** Throws `not_found` unless the playlist is the user's and shows the item. */
    unassign(userId: number, videoId: number, playlistId: number): void {
      database.tx(() => {
        if (!playlists.unassign(userId, videoId, playlistId)) {
          assertOwn(playlistId, userId);
          throw new AppError('not_found', 'Este conteúdo não está na playlist.');
        }
        playlists.changed([playlistId]);
      });
    },

    /** Throws `conflict` unless `videoIds` are exactly the items of the playlist that its owner sees at present, each once. */
    reorder(playlistId: number, userId: number, videoIds: readonly number[]): void {
      database.tx(() => {
        assertOwn(playlistId, userId);
        const present = new Set(playlists.assignments(playlistId).map(({ videoId }) => videoId));
        const wanted = new Set(videoIds);
        if (
          wanted.size !== videoIds.length ||
          wanted.size !== present.size ||
          videoIds.some((id) => !present.has(id))
        ) {
          throw new AppError('conflict', 'A playlist mudou. Atualize a lista e tente novamente.');
        }
        playlists.reorder(userId, playlistId, videoIds);
        playlists.changed([playlistId]);
      });
    },
  };
}
