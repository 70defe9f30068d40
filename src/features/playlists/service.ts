/** Changes that owners make to their playlists. Each change and the events it publishes are one transaction. */
import { AppError, notFound } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { Playlist } from '../../contract/playlists.ts';
import type { DayWindow } from '../../contract/programme/schedules.ts';
import type { Author } from '../../contract/endpoint.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { ActionName } from '../audit/actions.ts';
import type { Audit } from '../audit/audit.ts';
import type { StoredAssignment } from './item-store.ts';
import { withHiddenItems } from './rules.ts';
import type { PlaylistStore } from './store.ts';

export interface PlaylistServiceDeps {
  playlists: PlaylistStore;
  audit: Pick<Audit, 'record' | 'recordChanges'>;
  publish: Publish;
  database: Database;
}

export function createPlaylistService(deps: PlaylistServiceDeps) {
  return { ...createPlaylistChanges(deps), ...createItemChanges(deps) };
}

function createChecks(playlists: PlaylistStore) {
  return {
    assertOwn(playlistId: number, userId: number): void {
      if (!playlists.isOwn(playlistId, userId)) throw notFound('playlist');
    },
    targetOf: (id: number, accountId: number) =>
      ({ kind: 'playlist', id, name: playlists.nameOf(id) ?? '', accountId }) as const,
  };
}

function createPlaylistChanges({ playlists, audit, publish, database }: PlaylistServiceDeps) {
  const { assertOwn, targetOf } = createChecks(playlists);

  return {
    /** Throws `quota_exceeded` at the owner's `maxPlaylists`, `not_found` unless `copyOf` belongs to the user. */
    create(
      userId: number,
      { name, isRandom, copyOf }: { name: string; isRandom?: boolean; copyOf?: number },
      by: Author,
    ): Playlist {
      return database.tx(() => {
        if (copyOf !== undefined) assertOwn(copyOf, userId);
        const { max, count } = playlists.allowance(userId);
        if (count >= max) {
          throw new AppError(
            'quota_exceeded',
            `Sua conta permite no máximo ${max} ${max === 1 ? 'playlist' : 'playlists'}.`,
          );
        }
        const original = copyOf === undefined ? undefined : playlists.findOrThrow(copyOf);
        const id = playlists.insert(userId, { name, isRandom: isRandom ?? original?.isRandom ?? true });
        if (original) playlists.copyInto(id, original.id);
        const facts = original && { 'Cópia de': original.name };
        audit.record(by, 'playlist.created', targetOf(id, userId), { ...(facts && { facts }) });
        playlists.invalidate([id]);
        if (playlists.hasMessages(id)) publish(`user:${userId}`, { type: 'contentChanged', what: 'messages' });
        return playlists.findOrThrow(id);
      });
    },

    /** Throws `not_found` unless the playlist belongs to the user. */
    update(playlistId: number, userId: number, patch: { name?: string; isRandom?: boolean }, by: Author): Playlist {
      return database.tx(() => {
        assertOwn(playlistId, userId);
        const before = playlists.findOrThrow(playlistId);
        if (!playlists.update(playlistId, userId, patch)) throw notFound('playlist');
        playlists.invalidate([playlistId]);
        const after = playlists.findOrThrow(playlistId);
        audit.recordChanges(by, 'playlist.changed', targetOf(playlistId, userId), {
          Nome: [before.name, after.name],
          'Ordem aleatória': [before.isRandom, after.isRandom],
        });
        return after;
      });
    },
  };
}

function createItemChanges({ playlists, audit, database }: PlaylistServiceDeps) {
  const { assertOwn, targetOf } = createChecks(playlists);

  /** Records a change to one item of a playlist. */
  const recordItem = (by: Author, action: ActionName, userId: number, playlistId: number, videoId: number) =>
    audit.record(by, action, targetOf(playlistId, userId), { other: playlists.itemName(videoId) });

  return {
    /** Appends an item, or changes its frequency. Throws `not_found` unless the playlist belongs to the user and the item is visible. */
    assign(
      userId: number,
      input: { videoId: number; playlistId: number; frequency: number },
      by: Author,
    ): StoredAssignment {
      return database.tx(() => {
        const { videoId, playlistId } = input;
        const before = playlists.findAssignment(userId, videoId, playlistId);
        const assignment = playlists.assign(userId, input);
        if (!assignment) {
          assertOwn(input.playlistId, userId);
          throw notFound('content');
        }
        if (before?.frequency !== input.frequency)
          recordItem(by, before ? 'playlist.content_changed' : 'playlist.content_added', userId, playlistId, videoId);
        playlists.invalidate([playlistId]);
        return assignment;
      });
    },

    /** Throws `not_found` unless the playlist belongs to the user and contains the item. */
    unassign(userId: number, videoId: number, playlistId: number, by: Author): void {
      database.tx(() => {
        if (!playlists.unassign(userId, videoId, playlistId)) {
          assertOwn(playlistId, userId);
          throw new AppError('not_found', 'Este conteúdo não está na playlist.');
        }
        recordItem(by, 'playlist.content_removed', userId, playlistId, videoId);
        playlists.invalidate([playlistId]);
      });
    },

    /**
     * Sets the hours in which an item is shown; an empty list: at all hours. Throws `not_found` unless the playlist
     * belongs to the user and contains the item.
     */
    setWindows(
      userId: number,
      videoId: number,
      playlistId: number,
      windows: readonly DayWindow[],
      by: Author,
    ): StoredAssignment {
      return database.tx(() => {
        const assignment = playlists.findAssignment(userId, videoId, playlistId);
        if (!assignment) {
          assertOwn(playlistId, userId);
          throw new AppError('not_found', 'Este conteúdo não está na playlist.');
        }
        playlists.setWindows(assignment.id, windows);
        recordItem(by, 'playlist.hours_changed', userId, playlistId, videoId);
        playlists.invalidate([playlistId]);
        return { ...assignment, windows: [...windows] };
      });
    },

    /** Throws `conflict` unless `videoIds` are exactly the playlist's items that its owner can see at present, without duplicates. */
    reorder(playlistId: number, userId: number, videoIds: readonly number[], by: Author): void {
      database.tx(() => {
        assertOwn(playlistId, userId);
        const present = new Set(playlists.assignments(playlistId).map(({ videoId }) => videoId));
        const requested = new Set(videoIds);
        if (
          requested.size !== videoIds.length ||
          requested.size !== present.size ||
          videoIds.some((id) => !present.has(id))
        ) {
          throw new AppError('conflict', 'A playlist mudou. Atualize a lista e tente novamente.');
        }
        playlists.reorder(userId, playlistId, withHiddenItems(playlists.allItems(playlistId), videoIds));
        audit.record(by, 'playlist.order_changed', targetOf(playlistId, userId));
        playlists.invalidate([playlistId]);
      });
    },
  };
}
