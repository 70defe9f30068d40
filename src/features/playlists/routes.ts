/** Routes for playlists, of owners and of the screens that play them (contract/README 4). */
import type { Handlers } from '../../contract/api/index.ts';
import type { PlayerActor, UserActor } from '../../contract/endpoint.ts';
import { notFound } from '../../contract/errors.ts';
import type { Assignment, ListedPlaylist, Playlist, PlayItem } from '../../contract/playlists.ts';
import { yieldBetween } from '../../platform/clock.ts';
import type { MediaStore } from '../media/library/store.ts';
import type { PlaylistDeletions } from './deletions.ts';
import { createPlaylistService, type PlaylistServiceDeps } from './service.ts';

/** Number of items whose pictures represent a playlist. */
const coverCount = 4;
/** Number of playlists whose covers are looked for between two yields, which takes 2 ms. */
const playlistsPerRead = 50;

export interface PlaylistRoutesDeps extends PlaylistServiceDeps {
  playlistDeletions: PlaylistDeletions;
  media: Pick<MediaStore, 'listOf'>;
  /** Returns the screen's owner. Throws not_found. */
  players: { ownerOrThrow(playerId: number): number };
}

export function playlistRoutes(deps: PlaylistRoutesDeps) {
  const { playlists, playlistDeletions, media, players } = deps;
  const service = createPlaylistService(deps);

  function assertViewable(actor: UserActor | PlayerActor, playlistId: number): void {
    if (!playlists.canView(actor, playlistId)) throw notFound('playlist');
  }

  function cycleFor(actor: UserActor | PlayerActor, playlistId: number, includesHidden = false): PlayItem[] {
    assertViewable(actor, playlistId);
    const viewer = actor.kind === 'player' ? `player:${actor.playerId}` : `user:${actor.userId}`;
    return playlists.cycle(playlistId, { viewer, includesHidden });
  }

  /** Returns contents by their id. */
  function* videosById(ids: readonly number[], userId: number) {
    const videos = yield* media.listOf(ids, userId);
    return new Map(videos.map((video) => [video.id, video]));
  }

  function* listOf({ userId, capabilities }: UserActor): Generator<void, ListedPlaylist[]> {
    const list: { playlist: Playlist; first: number[] }[] = [];
    for (const playlist of yield* playlists.list(userId)) {
      const first = capabilities.has('playlists:read') ? playlists.firstItems(playlist.id, coverCount) : [];
      if (list.push({ playlist, first }) % playlistsPerRead === 0) yield;
    }
    const videos = yield* videosById([...new Set(list.flatMap(({ first }) => first))], userId);
    return list.map(({ playlist, first }) => ({
      ...playlist,
      covers: first.flatMap((id) => {
        const video = videos.get(id);
        return video ? [{ id, thumbnailUrl: video.thumbnailUrl, displayDuration: video.displayDuration }] : [];
      }),
    }));
  }

  function* assignmentsWithVideos(playlistId: number, userId: number): Generator<void, Assignment[]> {
    const assignments = playlists.assignments(playlistId);
    const videos = yield* videosById(
      assignments.map(({ videoId }) => videoId),
      userId,
    );
    return assignments.flatMap((assignment) => {
      const video = videos.get(assignment.videoId);
      return video ? [{ ...assignment, video }] : [];
    });
  }

  return {
    'GET /api/playlists': ({ user }) => yieldBetween(listOf(user)),

    'POST /api/playlists': ({ user, body, by }) => service.create(user.userId, body, by),

    'GET /api/playlists/:id': async ({ viewer, params }) => {
      assertViewable(viewer, params.id);
      const playlist = playlists.findOrThrow(params.id);
      const assignments = await yieldBetween(assignmentsWithVideos(params.id, viewer.userId));
      return { ...playlist, videos: assignments.map(({ video }) => video) };
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
      return yieldBetween(assignmentsWithVideos(params.id, user.userId));
    },

    'GET /api/playlists/:id/assignments': ({ user, params }) => {
      assertViewable(user, params.id);
      return yieldBetween(assignmentsWithVideos(params.id, user.userId));
    },

    'GET /api/playlists/:id/randomized': ({ viewer, params }) => cycleFor(viewer, params.id),

    'GET /api/player/playlists/:id/randomized': ({ player, params, query }) =>
      cycleFor(player, params.id, query.hours === 'own'),

    'GET /api/admin/players/:id/playlists': ({ params }) =>
      yieldBetween(playlists.list(players.ownerOrThrow(params.id))),

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
