/** Breaking news: the studio's messages and the ticker of a playlist (document 2, sections 5 and 7). */
import type { Handlers } from '../../contract/api.ts';
import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import type { BreakingNews } from '../../contract/messages.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { MessageStore } from './store.ts';

type MessageKeys =
  | 'GET /api/breaking-news'
  | 'POST /api/breaking-news'
  | 'PATCH /api/breaking-news/:id'
  | 'DELETE /api/breaking-news/:id'
  | 'GET /api/breaking-news/:id/playlists'
  | 'POST /api/breaking-news/:id/playlists'
  | 'GET /api/playlists/:id/breaking-news';

export interface MessageRoutesDeps {
  messages: MessageStore;
  /** True for the playlist's owner and for a screen that plays it. */
  playlists: { canView(actor: UserActor | PlayerActor, playlistId: number): boolean };
  publish: Publish;
  database: Database;
}

export function messageRoutes({ messages, playlists, publish, database }: MessageRoutesDeps): Handlers<MessageKeys> {
  /** Tells the owner's studios, and whoever shows one of the playlists. */
  function announce(userId: number, ...shownIn: BreakingNews['playlists'][]): void {
    publish(`user:${userId}`, { type: 'contentChanged', what: 'messages' });
    for (const playlistId of new Set(shownIn.flat().map((playlist) => playlist.id))) {
      publish(`playlist:${playlistId}`, { type: 'BREAKING_NEWS_UPDATE', playlistId });
    }
  }

  return {
    'GET /api/breaking-news': ({ user }) => messages.list(user.userId),

    'POST /api/breaking-news': ({ user, body }) =>
      database.tx(() => {
        const created = messages.create(user.userId, body);
        announce(user.userId);
        return created;
      }),

    'PATCH /api/breaking-news/:id': ({ user, params, body }) =>
      database.tx(() => {
        const changed = messages.update(user.userId, params.id, body);
        announce(user.userId, changed.playlists);
        return changed;
      }),

    'DELETE /api/breaking-news/:id': ({ user, params }) =>
      database.tx(() => {
        const { playlists: shownIn } = messages.findOrThrow(user.userId, params.id);
        messages.remove(user.userId, params.id);
        announce(user.userId, shownIn);
      }),

    'GET /api/breaking-news/:id/playlists': ({ user, params }) =>
      messages.findOrThrow(user.userId, params.id).playlists,

    'POST /api/breaking-news/:id/playlists': ({ user, params, body }) =>
      database.tx(() => {
        const before = messages.findOrThrow(user.userId, params.id);
        const after = messages.setPlaylists(user.userId, params.id, body.playlistIds);
        announce(user.userId, before.playlists, after.playlists);
        return after;
      }),

    'GET /api/playlists/:id/breaking-news': ({ viewer, params }) => {
      if (!playlists.canView(viewer, params.id)) throw new AppError('not_found', 'Playlist não encontrada.');
      return messages.ticker(params.id);
    },
  };
}
