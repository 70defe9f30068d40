/** Stores the items of playlists (table `video_playlist_assignments`). Functions that change data must be called inside a transaction. */
import type { DayWindow } from '../../contract/programme/schedules.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createItemWindowStore, windowsFrom, windowsOf } from './window-store.ts';

/** An item's assignment to a playlist, without the content itself. */
export interface StoredAssignment {
  id: number;
  videoId: number;
  playlistId: number;
  frequency: number;
  position: number;
  windows: DayWindow[];
  playlist: { id: number; name: string; isRandom: boolean };
}

interface AssignmentRow extends Omit<StoredAssignment, 'windows' | 'playlist'> {
  playlistName: string;
  isRandom: number;
  windows: string | null;
}

export function createItemStore(database: Database) {
  const select = `
    SELECT a.id, a.video_id AS videoId, a.playlist_id AS playlistId, a.frequency, a.position, p.name AS playlistName,
      p.is_random AS isRandom, ${windowsOf('a')} AS windows
    FROM video_playlist_assignments a
    JOIN kept_playlists p ON p.id = a.playlist_id`;
  const ownPlaylist = 'playlist_id = (SELECT id FROM kept_playlists WHERE id = @playlist AND user_id = @user)';
  const statements = {
    name: database.prepare<[number], { name: string }>('SELECT name FROM videos WHERE id = ?'),
    isVisible: database.prepare<[number, number]>('SELECT 1 FROM visible_videos WHERE viewer_id = ? AND id = ?'),
    assignments: database.prepare<[number], AssignmentRow>(`
      ${select} JOIN visible_videos v ON v.id = a.video_id AND v.viewer_id = p.user_id WHERE a.playlist_id = ? ORDER BY a.position, a.id`),
    videoAssignments: database.prepare<[number, number], AssignmentRow>(
      `${select} WHERE a.video_id = ? AND p.user_id = ? ORDER BY p.id`,
    ),
    usingPlaylists: database.prepare<[{ video: number; user: number | null }], { id: number; name: string }>(`
      SELECT p.id, p.name FROM video_playlist_assignments a JOIN kept_playlists p ON p.id = a.playlist_id
      WHERE a.video_id = @video AND (@user IS NULL OR p.user_id = @user) ORDER BY p.name COLLATE NOCASE, p.id`),
    usingScreens: database.prepare<[{ video: number; user: number | null }], { id: number; name: string }>(`
      SELECT DISTINCT s.id, s.name FROM video_playlist_assignments a
      JOIN screen_playlists pp ON pp.playlist_id = a.playlist_id
      JOIN players s ON s.id = pp.player_id
      WHERE a.video_id = @video AND (@user IS NULL OR s.user_id = @user) ORDER BY s.name COLLATE NOCASE, s.id`),
    assignment: database.prepare<[number, number], AssignmentRow>(
      `${select} WHERE a.playlist_id = ? AND a.video_id = ?`,
    ),
    ownAssignment: database.prepare<[{ user: number; video: number; playlist: number }], AssignmentRow>(
      `${select} WHERE a.playlist_id = @playlist AND a.video_id = @video AND p.user_id = @user`,
    ),
    assign: database.prepare<[{ user: number; video: number; playlist: number; frequency: number }]>(`
      INSERT INTO video_playlist_assignments (video_id, playlist_id, frequency, position)
      SELECT v.id, p.id, @frequency, (SELECT COALESCE(MAX(position) + 1, 0) FROM video_playlist_assignments WHERE playlist_id = p.id)
      FROM kept_playlists p JOIN visible_videos v ON v.viewer_id = p.user_id
      WHERE p.id = @playlist AND p.user_id = @user AND v.id = @video
      ON CONFLICT (playlist_id, video_id) DO UPDATE SET frequency = excluded.frequency`),
    copy: database.prepare<[{ from: number; to: number }]>(`
       INSERT INTO video_playlist_assignments (video_id, playlist_id, frequency, position)
       SELECT a.video_id, t.id, a.frequency, a.position
       FROM video_playlist_assignments a JOIN kept_playlists f ON f.id = a.playlist_id JOIN kept_playlists t ON t.user_id = f.user_id
       WHERE f.id = @from AND t.id = @to ORDER BY a.position, a.id`),
    copyWindows: database.prepare<[{ from: number; to: number }]>(`
       INSERT INTO assignment_windows (assignment_id, position, days, from_minute, to_minute)
       SELECT t.id, w.position, w.days, w.from_minute, w.to_minute
       FROM video_playlist_assignments f JOIN assignment_windows w ON w.assignment_id = f.id
       JOIN video_playlist_assignments t ON t.playlist_id = @to AND t.video_id = f.video_id WHERE f.playlist_id = @from`),
    copyMessages: database.prepare<[{ from: number; to: number }]>(`
       INSERT INTO breaking_news_playlists (breaking_news_id, playlist_id)
       SELECT b.breaking_news_id, t.id
       FROM breaking_news_playlists b JOIN kept_playlists f ON f.id = b.playlist_id JOIN kept_playlists t ON t.user_id = f.user_id
       WHERE f.id = @from AND t.id = @to`),
    unassign: database.prepare<[{ user: number; video: number; playlist: number }]>(
      `DELETE FROM video_playlist_assignments WHERE ${ownPlaylist} AND video_id = @video`,
    ),
    place: database.prepare<[{ user: number; video: number; playlist: number; position: number }]>(
      `UPDATE video_playlist_assignments SET position = @position WHERE ${ownPlaylist} AND video_id = @video`,
    ),
    allItems: database.prepare<[number], { id: number }>(
      'SELECT video_id AS id FROM video_playlist_assignments a WHERE playlist_id = ? ORDER BY a.position, a.id',
    ),
  };

  return {
    ...createItemWindowStore(database),

    /** Returns undefined unless the playlist belongs to the user and contains the item. */
    findAssignment(userId: number, videoId: number, playlistId: number): StoredAssignment | undefined {
      const row = statements.ownAssignment.get({ user: userId, video: videoId, playlist: playlistId });
      return row && toAssignment(row);
    },

    /** Returns the name of an item, or '' if there is none. */
    itemName: (videoId: number): string => statements.name.get(videoId)?.name ?? '',

    /** True if the item belongs to the user, or is a platform item that the user may show (view `visible_videos`). */
    mayShow: (userId: number, videoId: number): boolean => statements.isVisible.get(userId, videoId) !== undefined,

    /** Returns the items in order, including items that are still being processed, without items of categories that the owner has no access to. */
    assignments: (playlistId: number): StoredAssignment[] => statements.assignments.all(playlistId).map(toAssignment),

    /** Returns the assignments of an item to the user's playlists. */
    videoAssignments: (videoId: number, userId: number): StoredAssignment[] =>
      statements.videoAssignments.all(videoId, userId).map(toAssignment),

    /** Returns the playlists of one user (null: of all users) that contain an item, and the screens that play such playlists. */
    usesOf: (videoId: number, userId: number | null) => ({
      playlists: statements.usingPlaylists.all({ video: videoId, user: userId }),
      screens: statements.usingScreens.all({ video: videoId, user: userId }),
    }),

    /** Appends an item, or changes its frequency. Returns undefined unless the playlist belongs to the user and the item is visible to them. */
    assign(
      userId: number,
      { videoId, playlistId, frequency }: { videoId: number; playlistId: number; frequency: number },
    ): StoredAssignment | undefined {
      const { changes } = statements.assign.run({ user: userId, video: videoId, playlist: playlistId, frequency });
      const row = changes > 0 ? statements.assignment.get(playlistId, videoId) : undefined;
      return row && toAssignment(row);
    },

    /** Removes an item. Returns false unless the playlist belongs to the user and contains the item. */
    unassign: (userId: number, videoId: number, playlistId: number): boolean =>
      statements.unassign.run({ user: userId, video: videoId, playlist: playlistId }).changes > 0,

    /** Copies items with order, hours and frequencies, and the assigned messages, into an empty playlist of the same owner. */
    copyInto(to: number, from: number): void {
      statements.copy.run({ from, to });
      statements.copyWindows.run({ from, to });
      statements.copyMessages.run({ from, to });
    },

    /** Returns the ids of all items in order, including those that the owner cannot see at present. */
    allItems: (playlistId: number): number[] => statements.allItems.all(playlistId).map(({ id }) => id),

    /** `videoIds` must be all of the playlist's items in their new order. Changes only playlists of the user. */
    reorder(userId: number, playlistId: number, videoIds: readonly number[]): void {
      const ids = { user: userId, playlist: playlistId };
      videoIds.forEach((video, position) => statements.place.run({ ...ids, video, position }));
    },
  };
}

function toAssignment({ playlistName, isRandom, windows, ...row }: AssignmentRow): StoredAssignment {
  return {
    ...row,
    windows: windows === null ? [] : windowsFrom(windows),
    playlist: { id: row.playlistId, name: playlistName, isRandom: isRandom === 1 },
  };
}
