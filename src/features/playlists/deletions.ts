/** Deletes playlists: at once from lists, ten seconds later from screens; until then the deletion can be undone (contract/README 3.7). */
import type { Author } from '../../contract/endpoint.ts';
import { AppError, notFound } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { Playlist } from '../../contract/playlists.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import { createPurgeTimers } from '../../platform/purge-timers.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { PlaylistStore } from './store.ts';

export interface PlaylistDeletionsDeps {
  playlists: PlaylistStore;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
  clock: Clock;
  log: Log;
}

export type PlaylistDeletions = ReturnType<typeof createPlaylistDeletions>;

export function createPlaylistDeletions(deps: PlaylistDeletionsDeps) {
  const { playlists, audit, publish, database, clock } = deps;
  const timers = createPurgeTimers({ ...deps, purge: (ids) => ids.forEach(purge) });

  function notifyOwner(playlistId: number, userId: number): void {
    publish(`user:${userId}`, { type: 'contentChanged', what: 'playlists' });
    if (playlists.hasMessages(playlistId)) publish(`user:${userId}`, { type: 'contentChanged', what: 'messages' });
  }

  const targetOf = (id: number, accountId: number) =>
    ({ kind: 'playlist', id, name: playlists.nameOf(id) ?? '', accountId }) as const;

  /** Deletes a playlist permanently and stops the screens that play it. */
  function purge(playlistId: number): void {
    database.tx(() => {
      const userId = playlists.deletions.ownerOfDeleted(playlistId);
      if (userId === undefined) return;
      const playerIds = playlists.playersOf(playlistId);
      const playersWithRule = playlists.playersWithRuleFor(playlistId);
      notifyOwner(playlistId, userId);
      playlists.invalidate([playlistId]);
      playlists.remove(playlistId, userId);
      for (const playerId of playerIds) {
        publish(`player:${playerId}`, { type: 'playlistRemoved', playerId });
        publish(`user:${userId}`, { type: 'playlistRemoved', playerId });
      }
      for (const playerId of playersWithRule) publish(`player:${playerId}`, { type: 'programmeUpdated', playerId });
      if (playerIds.length > 0) publish('managers', { type: 'adminChanged', what: 'players' });
    });
  }

  return {
    /** Throws `not_found` unless the playlist belongs to the user. */
    remove(playlistId: number, userId: number, by: Author): void {
      database.tx(() => {
        // Register this first: if other work after the commit fails, the playlist is still deleted.
        database.afterCommit(() => timers.begin([playlistId], limits.undoMs));
        const { count } = playlists.allowance(userId);
        const purgeAt = clock.now() + limits.undoMs;
        if (!playlists.deletions.mark(playlistId, userId, { purgeAt, count })) throw notFound('playlist');
        audit.record(by, 'playlist.deleted', targetOf(playlistId, userId));
        notifyOwner(playlistId, userId);
      });
    },

    /** Throws `not_found` for a final deletion or a foreign playlist, `quota_exceeded` if new playlists have filled the quota. */
    restore(playlistId: number, userId: number, by: Author): Playlist {
      const playlist = database.tx(() => {
        const countBefore = playlists.deletions.findCountBefore(playlistId, userId, clock.now());
        if (countBefore === undefined) throw notFound('playlist');
        const { max, count } = playlists.allowance(userId);
        if (count >= Math.max(max, countBefore))
          throw new AppError('quota_exceeded', 'O lugar desta playlist já foi ocupado por outra.');
        playlists.deletions.unmark(playlistId, userId);
        audit.record(by, 'playlist.restored', targetOf(playlistId, userId));
        notifyOwner(playlistId, userId);
        return playlists.findOrThrow(playlistId);
      });
      timers.cancel([playlistId]);
      return playlist;
    },

    /** Resumes deletions that were waiting when the server stopped. */
    start: (): void => timers.resume(playlists.deletions.waiting(), limits.undoMs),

    close: timers.close,
  };
}
