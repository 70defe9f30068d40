/** Routes for the programme's rules, the opening hours, and what a screen plays at a given time (contract/README 16). */
import type { Handlers } from '../../contract/api/index.ts';
import type { OpeningHours } from '../../contract/programme/opening-hours.ts';
import type { Clock } from '../../platform/clock.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import type { PlayerStore } from '../players/store.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import { scheduleIdOf, type ScreenProgrammes } from './screen-programmes.ts';
import { createProgrammeService, type ProgrammeServiceDeps } from './service.ts';

export interface ProgrammeRoutesDeps extends ProgrammeServiceDeps {
  screenProgrammes: ScreenProgrammes;
  players: Pick<PlayerStore, 'findOrThrow' | 'basePlaylistAndZone'>;
  playlists: Pick<PlaylistStore, 'summary'>;
  timeZones: Pick<TimeZones, 'offsetsAt'>;
  clock: Clock;
}

export function programmeRoutes(deps: ProgrammeRoutesDeps) {
  const { programme, screenProgrammes, players, playlists, timeZones, clock } = deps;
  const service = createProgrammeService(deps);

  return {
    'GET /api/schedules': ({ user }) => programme.list(user.userId),

    'POST /api/schedules': ({ user, body, by }) => service.create(user.userId, body, by),

    'PATCH /api/schedules/:id': ({ user, params, body, by }) => service.update(user.userId, params.id, body, by),

    'DELETE /api/schedules/:id': ({ user, params, by }) => service.remove(user.userId, params.id, by),

    'GET /api/opening-hours': ({ user }) => openingReply(programme.openingHours(user.userId)),

    'PUT /api/opening-hours': ({ user, body, by }) => openingReply(service.setOpeningHours(user.userId, body, by)),

    'GET /api/my-players/:id/programme': ({ user, params, query }) => {
      const { id } = players.findOrThrow(params.id, user.userId);
      const { playlistId: base = null, timeZone } = players.basePlaylistAndZone(id);
      const at = query.at === undefined ? clock.now() : Date.parse(query.at);
      const offsets = timeZones.offsetsAt(timeZone, at);
      const playing = screenProgrammes.playlistAt(id, base, offsets, at);
      const isDark = playing.playlistId === 'dark';
      const playlist = typeof playing.playlistId === 'number' ? playlists.summary(playing.playlistId) : undefined;
      return {
        at: new Date(at).toISOString(),
        playlist: playlist ? { id: playlist.id, name: playlist.name } : null,
        isDark,
        scheduleId: scheduleIdOf(playing.ruleId),
        until: new Date(playing.untilMs).toISOString(),
      };
    },
  } satisfies Partial<Handlers>;
}

const openingReply = ({ windows, outside }: OpeningHours) => ({
  windows: windows.map(({ days, from, to }) => ({ days: [...days], from, to })),
  outside,
});
