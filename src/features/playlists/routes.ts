/** Routes for playlists, of owners and of the screens that play them (contract/README 4). */
import type { Handlers } from '../../contract/api/index.ts';
import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import { notFound } from '../../contract/errors.ts';
import type { PlayItem } from '../../contract/playlists.ts';
import type { MediaStore } from '../media/library/store.ts';
import type { PlaylistDeletions } from './deletions.ts';
import { createPlaylistService, type PlaylistServiceDeps } from './service.ts';

export interface PlaylistRoutesDeps extends PlaylistServiceDeps {
  playlistDeletions: PlaylistDeletions;
  media: Pick<MediaStore, 'videosByIds'>;
  /** Returns the screen's owner. Throws not_found. */
  players: { ownerOrThrow(playerId: number): number };
}

export function playlistRoutes(deps: PlaylistRoutesDeps) {
  const { playlists, playlistDeletions, media, players } = deps;
  const service = createPlaylistService(deps);

  function viewableOrThrow(actor: UserActor | PlayerActor, playlistId: number): void {
    if (!playlists.canView(actor, playlistId)) throw notFound('playlist');
  }

  function cycleFor(actor: UserActor | PlayerActor, playlistId: number, includesHidden = false): PlayItem[] {
    viewableOrThrow(actor, playlistId);
    const viewer = actor.kind === 'player' ? `player:${actor.playerId}` : `user:${actor.userId}`;
    return playlists.cycle(playlistId, { viewer, includesHidden });
  }

  function assignmentsWithVideos(playlistId: number, userId: number) {
    const assignments = playlists.assignments(playlistId);
    const videos = new Map(
      media
        .videosByIds(
          assignments.map((assignment) => assignment.videoId),
          userId,
        )
        .map((video) => [video.id, video]),
    );
    return assignments.flatMap((assignment) => {
      const video = videos.get(assignment.videoId);
      return video ? [{ ...assignment, video }] : [];
    });
  }

  return {
    'GET /api/playlists': ({ user }) => playlists.list(user.userId),

    'POST /api/playlists': ({ user, body, by }) => service.create(user.userId, body, by),

    'GET /api/playlists/:id': ({ viewer, params }) => {
      viewableOrThrow(viewer, params.id);
      return {
        ...playlists.findOrThrow(params.id),
        videos: assignmentsWithVideos(params.id, viewer.userId).map((assignment) => assignment.video),
      };
    },

    'PATCH /api/playlists/:id': ({ user, params, body, by }) => service.update(params.id, user.userId, body, by),

    'DELETE /api/playlists/:id': ({ user, params, by }) => playlistDeletions.remove(params.id, user.userId, by),

    'POST /api/playlists/:id/restore': ({ user, params, by }) => playlistDeletions.restore(params.id, user.userId, by),

    'GET /api/videos/:id/use': ({ user, params }) => {
      if (!playlists.mayShow(user.userId, params.id)) throw notFound('content');
      return playlists.usesOf(params.id, user.role === 'admin' ? null : user.userId);
    },

    'PUT /api/playlists/:id/order': ({ user, params, body, by }) => {
      service.reorder(params.id, user.userId, body.videoIds, by);
      return assignmentsWithVideos(params.id, user.userId);
    },

    'GET /api/playlists/:id/assignments': ({ user, params }) => {
      viewableOrThrow(user, params.id);
      return assignmentsWithVideos(params.id, user.userId);
    },

    'GET /api/playlists/:id/randomized': ({ viewer, params }) => cycleFor(viewer, params.id),

    'GET /api/player/playlists/:id/randomized': ({ player, params, query }) =>
      cycleFor(player, params.id, query.hours === 'own'),

    'GET /api/admin/players/:id/playlists': ({ params }) => playlists.list(players.ownerOrThrow(params.id)),

    'GET /api/videos/:videoId/assignments': ({ user, params }) => {
      if (!playlists.mayShow(user.userId, params.videoId)) throw notFound('content');
      return playlists.videoAssignments(params.videoId, user.userId);
    },

    'POST /api/videos/:videoId/assignments': ({ user, params, body, by }) =>
      service.assign(user.userId, { videoId: params.videoId, ...body }, by),

    'DELETE /api/videos/:videoId/assignments/:playlistId': ({ user, params, by }) =>
      service.unassign(user.userId, params.videoId, params.playlistId, by),

    'PUT /api/videos/:videoId/assignments/:playlistId/windows': ({ user, params, body, by }) =>
      service.setWindows(user.userId, params.videoId, params.playlistId, body.windows, by),
  } satisfies Partial<Handlers>;
}
