/** The items of playlists (table `video_playlist_assignments`). What changes something is to be called inside a transaction. */
import type { Database } from '../../platform/storage/database.ts';

interface AssignmentRow {
  id: number;
  video_id: number;
  playlist_id: number;
  frequency: number;
  position: number;
  playlist_name: string;
  playlist_is_random: number;
}

/** An item of a playlist, without the item itself. */
export interface StoredAssignment {
  id: number;
  videoId: number;
  playlistId: number;
  frequency: number;
  position: number;
  playlist: { id: number; name: string; isRandom: boolean };
}

export function createItemStore(database: Database) {
  const select = `
    SELECT a.id, a.video_id, a.playlist_id, a.frequency, a.position, p.name AS playlist_name, p.is_random AS playlist_is_random
    FROM video_playlist_assignments a
    JOIN kept_playlists p ON p.id = a.playlist_id`;
  const statements = {
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
      SELECT s.id, s.name FROM video_playlist_assignments a
      JOIN player_playlist_assignments pp ON pp.playlist_id = a.playlist_id
      JOIN players s ON s.id = pp.player_id
      WHERE a.video_id = @video AND (@user IS NULL OR s.user_id = @user) ORDER BY s.name COLLATE NOCASE, s.id`),
    assignment: database.prepare<[number, number], AssignmentRow>(
      `${select} WHERE a.playlist_id = ? AND a.video_id = ?`,
    ),
    assign: database.prepare<[{ video: number; playlist: number; frequency: number }]>(`
      INSERT INTO video_playlist_assignments (video_id, playlist_id, frequency, position)
      VALUES (@video, @playlist, @frequency, (SELECT COALESCE(MAX(position) + 1, 0) FROM video_playlist_assignments WHERE playlist_id = @playlist))
      ON CONFLICT (playlist_id, video_id) DO UPDATE SET frequency = excluded.frequency`),
    copy: database.prepare<[{ from: number; to: number }]>(`
      INSERT INTO video_playlist_assignments (video_id, playlist_id, frequency, position)
      SELECT video_id, @to, frequency, position FROM video_playlist_assignments WHERE playlist_id = @from ORDER BY position, id`),
    copyMessages: database.prepare<[{ from: number; to: number }]>(`
      INSERT INTO breaking_news_playlists (breaking_news_id, playlist_id)
      SELECT breaking_news_id, @to FROM breaking_news_playlists WHERE playlist_id = @from`),
    unassign: database.prepare<[number, number]>(
      'DELETE FROM video_playlist_assignments WHERE playlist_id = ? AND video_id = ?',
    ),
    place: database.prepare<[number, number, number]>(
      'UPDATE video_playlist_assignments SET position = ? WHERE playlist_id = ? AND video_id = ?',
    ),
    pushBack: database.prepare<[number, number]>(
      'UPDATE video_playlist_assignments SET position = position + ? WHERE playlist_id = ?',
    ),
  };

  return {
    /** The item is the user's own, or the platform's and granted to them (view `visible_videos`). */
    mayShow: (userId: number, videoId: number): boolean => statements.isVisible.get(userId, videoId) !== undefined,

    /** Items in their order, unfinished ones too; those of a category the owner lost are left out. */
    assignments: (playlistId: number): StoredAssignment[] => statements.assignments.all(playlistId).map(toAssignment),

    /** The user's playlists that show an item. */
    videoAssignments: (videoId: number, userId: number): StoredAssignment[] =>
      statements.videoAssignments.all(videoId, userId).map(toAssignment),

    /** The playlists that hold an item and the screens they are sent to: a user's, or (null) everybody's. */
    useOf: (videoId: number, userId: number | null) => ({
      playlists: statements.usingPlaylists.all({ video: videoId, user: userId }),
      screens: statements.usingScreens.all({ video: videoId, user: userId }),
    }),

    /** Puts an item at the end, or changes its frequency. */
    assign({ videoId, playlistId, frequency }: { videoId: number; playlistId: number; frequency: number }) {
      statements.assign.run({ video: videoId, playlist: playlistId, frequency });
      return toAssignment(statements.assignment.get(playlistId, videoId) as AssignmentRow);
    },

    /** False when the playlist does not show the item. */
    unassign: (videoId: number, playlistId: number): boolean =>
      statements.unassign.run(playlistId, videoId).changes > 0,

    /** Items, their order and frequencies, and the messages that run in it, into a playlist of the same owner that has none. */
    copyInto(to: number, from: number): void {
      statements.copy.run({ from, to });
      statements.copyMessages.run({ from, to });
    },

    /** `videoIds` from the first on; items that are not named keep their order, after these. */
    reorder(playlistId: number, videoIds: readonly number[]): void {
      statements.pushBack.run(videoIds.length, playlistId);
      videoIds.forEach((videoId, position) => statements.place.run(position, playlistId, videoId));
    },
  };
}

function toAssignment(row: AssignmentRow): StoredAssignment {
  return {
    id: row.id,
    videoId: row.video_id,
    playlistId: row.playlist_id,
    frequency: row.frequency,
    position: row.position,
    playlist: { id: row.playlist_id, name: row.playlist_name, isRandom: row.playlist_is_random === 1 },
  };
}
