/** Reads the fields by which lists of screens are filtered and sorted. */
import type { ListedAdminScreen, ListedScreen } from '../../contract/changes/views.ts';
import type { PlayerStatus } from '../../contract/players.ts';
import type { Database } from '../../platform/storage/database.ts';
import { rowBatches } from '../../platform/storage/list-page.ts';

type ListedRow = [
  id: number,
  name: string,
  status: PlayerStatus,
  screenId: string,
  activationCode: string,
  isPaired: number,
  playlist: string | null,
];
type AdminRow = [
  ...ListedRow,
  userId: number,
  username: string,
  email: string,
  isOwnerApproved: number,
  shouldPlay: number,
  lastError: string | null,
  soundBlocked: number,
];
type StoredListedScreen = Omit<ListedScreen, 'isOnline'>;

const toListedScreen = ([
  id,
  name,
  status,
  screenId,
  activationCode,
  isPaired,
  playlist,
]: ListedRow): StoredListedScreen => ({
  ...{ id, name, status, screenId, activationCode, isPaired: isPaired === 1 },
  assignedPlaylist: playlist === null ? null : { name: playlist },
});

type StoredListedAdminScreen = Omit<ListedAdminScreen, 'isOnline'> & { isOwnerApproved: boolean };

function toListedAdminScreen(row: AdminRow): StoredListedAdminScreen {
  const [id, name, status, screenId, activationCode, isPaired, playlist, ...more] = row;
  const [userId, username, email, isOwnerApproved, shouldPlay, lastError, soundBlocked] = more;
  return {
    ...toListedScreen([id, name, status, screenId, activationCode, isPaired, playlist]),
    owner: { id: userId, username, email },
    isOwnerApproved: isOwnerApproved === 1,
    shouldPlay: shouldPlay === 1,
    state: { lastError, soundBlocked: soundBlocked === 1 },
  };
}

const columns = 'p.id, p.name, p.status, p.screen_id, p.activation_code, s.player_id IS NOT NULL, l.name';
const joins = `LEFT JOIN player_sessions s ON s.player_id = p.id
  LEFT JOIN player_playlist_assignments a ON a.player_id = p.id LEFT JOIN playlists l ON l.id = a.playlist_id`;

const idOf = ([id]: readonly [id: number, ...unknown[]]) => id;

export function createListedStore(database: Database) {
  const statements = {
    pairedOwners: database.prepareTuples<[], [id: number]>('SELECT DISTINCT user_id FROM player_sessions'),
    ofUser: database.prepareTuples<[{ user: number; group: number | null; after: number; size: number }], ListedRow>(
      `SELECT ${columns} FROM players p ${joins} WHERE p.user_id = @user AND p.id > @after AND (@group IS NULL OR
        EXISTS (SELECT 1 FROM screen_group_members m WHERE m.group_id = @group AND m.player_id = p.id))
      ORDER BY p.id LIMIT @size`,
    ),
    ofAll: database.prepareTuples<[{ withProblems: number; after: number; size: number }], AdminRow>(
      `SELECT ${columns}, o.id, o.username, o.email, o.status = 'approved',
        @withProblems AND EXISTS (SELECT 1 FROM playing_screens w WHERE w.player_id = p.id),
        CASE WHEN @withProblems THEN json_extract(p.state, '$.lastError') END,
        @withProblems AND coalesce(json_extract(p.state, '$.soundBlocked'), 0)
      FROM players p JOIN users o ON o.id = p.user_id AND o.removed_at IS NULL ${joins}
      WHERE p.id > @after ORDER BY p.id LIMIT @size`,
    ),
  };

  return {
    /** Returns the ids of the accounts that have paired screens. */
    pairedOwners: (): number[] => statements.pairedOwners.all().map(([id]) => id),

    /** Returns the listed fields of one user's screens, or of one of the user's groups, in batches of `size`. */
    *listedOf(user: number, group: number | null, size: number): Generator<StoredListedScreen[]> {
      for (const rows of rowBatches(size, (after) => statements.ofUser.all({ user, group, after, size }), idOf))
        yield rows.map(toListedScreen);
    },

    /** Returns the listed fields of the screens of all accounts, in batches of `size`; `withProblems`: with the fields about problems. */
    *listedOfAll(withProblems: boolean, size: number): Generator<StoredListedAdminScreen[]> {
      const flag = Number(withProblems);
      for (const rows of rowBatches(size, (after) => statements.ofAll.all({ withProblems: flag, after, size }), idOf))
        yield rows.map(toListedAdminScreen);
    },
  };
}
