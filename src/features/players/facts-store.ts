/** Reads the fields by which lists of screens are filtered and sorted. */
import type { ListedScreen } from '../../contract/changes/views.ts';
import type { PlayerStatus } from '../../contract/players.ts';
import type { Database } from '../../platform/storage/database.ts';

type ListedRow = [
  id: number,
  name: string,
  status: PlayerStatus,
  screenId: string,
  activationCode: string,
  isPaired: number,
  playlist: string | null,
];
type StoredFacts = Omit<ListedScreen, 'isOnline'>;

const toListed = ([id, name, status, screenId, activationCode, isPaired, playlist]: ListedRow): StoredFacts => ({
  ...{ id, name, status, screenId, activationCode, isPaired: isPaired === 1 },
  assignedPlaylist: playlist === null ? null : { name: playlist },
});

export function createListedReader(database: Database) {
  const statement = database.prepareTuples<
    [{ user: number; group: number | null; after: number; size: number }],
    ListedRow
  >(
    `SELECT p.id, p.name, p.status, p.screen_id, p.activation_code, s.player_id IS NOT NULL, l.name FROM players p
      LEFT JOIN player_sessions s ON s.player_id = p.id
      LEFT JOIN player_playlist_assignments a ON a.player_id = p.id LEFT JOIN playlists l ON l.id = a.playlist_id
      WHERE p.user_id = @user AND p.id > @after AND (@group IS NULL OR
        EXISTS (SELECT 1 FROM screen_group_members m WHERE m.group_id = @group AND m.player_id = p.id))
      ORDER BY p.id LIMIT @size`,
  );

  /** Returns these fields of one user's screens, or of one of the user's groups, in batches of `size`. */
  return function* factsOf(user: number, group: number | null, size: number): Generator<StoredFacts[]> {
    for (let after = 0; ;) {
      const rows = statement.all({ user, group, after, size });
      yield rows.map(toListed);
      if (rows.length < size) return;
      after = rows.at(-1)?.[0] ?? 0;
    }
  };
}
