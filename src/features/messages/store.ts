/** Stores ticker messages ("breaking news"), and the playlists that show them. */
import type { BreakingNews, TickerMessage } from '../../contract/messages.ts';
import { notFound } from '../../contract/errors.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';

interface MessageRow {
  id: number;
  title: string | null;
  message: string;
  isActive: number;
  createdAt: number;
}

type PlaylistName = { id: number; name: string };

export interface MessageFields {
  title: string | null;
  message: string;
  isActive: boolean;
}

export type MessageStore = ReturnType<typeof createMessageStore>;

const columns = 'id, title, message, is_active AS isActive, created_at AS createdAt';

export function createMessageStore(database: Database, clock: Clock) {
  const all = database.prepare<[number], MessageRow>(
    `SELECT ${columns} FROM breaking_news WHERE user_id = ? ORDER BY id DESC`,
  );
  const byId = database.prepare<[number, number], MessageRow>(
    `SELECT ${columns} FROM breaking_news WHERE id = ? AND user_id = ?`,
  );
  const count = database.prepare<[number], { total: number }>(
    'SELECT count(*) AS total FROM breaking_news WHERE user_id = ?',
  );
  const insert = database.prepare<[number, string | null, string, number, number]>(
    'INSERT INTO breaking_news (user_id, title, message, is_active, created_at) VALUES (?, ?, ?, ?, ?)',
  );
  const change = database.prepare<[string | null, string, number, number, number]>(
    'UPDATE breaking_news SET title = ?, message = ?, is_active = ? WHERE id = ? AND user_id = ?',
  );
  const remove = database.prepare<[number, number]>('DELETE FROM breaking_news WHERE id = ? AND user_id = ?');
  const linksOfUser = database.prepare<[number], PlaylistName & { messageId: number }>(
    `SELECT link.breaking_news_id AS messageId, playlists.id, playlists.name
     FROM breaking_news JOIN breaking_news_playlists link ON link.breaking_news_id = breaking_news.id
     JOIN kept_playlists playlists ON playlists.id = link.playlist_id
     WHERE breaking_news.user_id = ? ORDER BY playlists.name COLLATE NOCASE, playlists.id`,
  );
  const linksOfMessage = database.prepare<[number], PlaylistName>(
    `SELECT playlists.id, playlists.name FROM breaking_news_playlists link JOIN kept_playlists playlists ON playlists.id = link.playlist_id
     WHERE link.breaking_news_id = ? ORDER BY playlists.name COLLATE NOCASE, playlists.id`,
  );
  const unlinkAll = database.prepare<[{ message: number; user: number }]>(
    // Keeps the links of deleted playlists (not in view kept_playlists): a restored playlist has its messages again.
    `DELETE FROM breaking_news_playlists
     WHERE breaking_news_id = (SELECT id FROM breaking_news WHERE id = @message AND user_id = @user)
     AND playlist_id IN (SELECT id FROM kept_playlists)`,
  );
  const link = database.prepare<[{ message: number; user: number; playlists: string }]>(
    `INSERT INTO breaking_news_playlists (breaking_news_id, playlist_id)
     SELECT breaking_news.id, playlists.id FROM breaking_news JOIN kept_playlists playlists ON playlists.user_id = breaking_news.user_id
     WHERE breaking_news.id = @message AND breaking_news.user_id = @user
     AND playlists.id IN (SELECT value FROM json_each(@playlists))`,
  );
  const ticker = database.prepare<[number], MessageRow>(
    `SELECT breaking_news.id, title, message, is_active AS isActive, breaking_news.created_at AS createdAt
     FROM breaking_news_playlists link JOIN breaking_news ON breaking_news.id = link.breaking_news_id
     LEFT JOIN user_quotas ON user_quotas.user_id = breaking_news.user_id
     WHERE link.playlist_id = ? AND is_active = 1 AND coalesce(can_access_breaking_news, 1) = 1
     ORDER BY breaking_news.id`,
  );

  function rowOrThrow(userId: number, id: number): MessageRow {
    const row = byId.get(id, userId);
    if (!row) throw notFound('message');
    return row;
  }

  function findOrThrow(userId: number, id: number): BreakingNews {
    return toMessage(rowOrThrow(userId, id), linksOfMessage.all(id));
  }

  return {
    /** Returns the messages, newest first. */
    list(userId: number): BreakingNews[] {
      const links = linksOfUser.all(userId);
      return all.all(userId).map((row) =>
        toMessage(
          row,
          links.filter((playlist) => playlist.messageId === row.id),
        ),
      );
    },

    /** Throws `not_found`, also for another user's message. */
    findOrThrow,

    /** Counts active and inactive messages. */
    count: (userId: number): number => count.get(userId)?.total ?? 0,

    create(userId: number, fields: MessageFields): BreakingNews {
      return findOrThrow(
        userId,
        insert.run(userId, fields.title, fields.message, Number(fields.isActive), clock.now()).lastInsertRowid,
      );
    },

    /** Throws `not_found`. */
    update(userId: number, id: number, patch: Partial<MessageFields>): BreakingNews {
      const row = rowOrThrow(userId, id);
      change.run(
        patch.title === undefined ? row.title : patch.title,
        patch.message ?? row.message,
        Number(patch.isActive ?? row.isActive),
        id,
        userId,
      );
      return findOrThrow(userId, id);
    },

    /** Throws `not_found`. */
    remove(userId: number, id: number): void {
      if (remove.run(id, userId).changes === 0) throw notFound('message');
    },

    /** Replaces a message's playlists (unique ids), in the caller's transaction. Throws `not_found` unless all are the user's. */
    setPlaylists(userId: number, id: number, playlistIds: readonly number[]): void {
      unlinkAll.run({ message: id, user: userId });
      const { changes } = link.run({ message: id, user: userId, playlists: JSON.stringify(playlistIds) });
      if (changes !== playlistIds.length) throw notFound('playlist');
    },

    /** Returns the active messages of a playlist, oldest first; none if its owner may not use messages. */
    ticker(playlistId: number): TickerMessage[] {
      return ticker
        .all(playlistId)
        .map((row) => ({ id: row.id, title: row.title, message: row.message, isActive: row.isActive === 1 }));
    },
  };
}

function toMessage(row: MessageRow, playlists: PlaylistName[]): BreakingNews {
  return {
    id: row.id,
    title: row.title,
    message: row.message,
    isActive: row.isActive === 1,
    createdAt: new Date(row.createdAt).toISOString(),
    playlists: playlists.map(({ id, name }) => ({ id, name })),
  };
}
