/** Routes for messages ("breaking news") and a playlist's ticker (contract/README 6). */
import type { Handlers } from '../../contract/api/index.ts';
import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import { notFound } from '../../contract/errors.ts';
import { createMessageService, type MessageServiceDeps } from './service.ts';

export interface MessageRoutesDeps extends MessageServiceDeps {
  /** True for the playlist's owner, and for a screen to which the playlist is assigned or for which a rule has it. */
  playlists: { canView(actor: UserActor | PlayerActor, playlistId: number): boolean };
}

export function messageRoutes(deps: MessageRoutesDeps) {
  const { messages, playlists } = deps;
  const service = createMessageService(deps);

  return {
    'GET /api/breaking-news': ({ user }) => messages.list(user.userId),

    'POST /api/breaking-news': ({ user, body, by }) => service.create(user.userId, body, by),

    'PATCH /api/breaking-news/:id': ({ user, params, body, by }) => service.update(user.userId, params.id, body, by),

    'DELETE /api/breaking-news/:id': ({ user, params, by }) => service.remove(user.userId, params.id, by),

    'GET /api/breaking-news/:id/playlists': ({ user, params }) =>
      messages.findOrThrow(user.userId, params.id).playlists,

    'POST /api/breaking-news/:id/playlists': ({ user, params, body, by }) =>
      service.showIn(user.userId, params.id, body.playlistIds, by),

    'GET /api/playlists/:id/breaking-news': ({ viewer, params }) => {
      if (!playlists.canView(viewer, params.id)) throw notFound('playlist');
      return messages.ticker(params.id);
    },
  } satisfies Partial<Handlers>;
}
