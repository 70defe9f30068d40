/** Stores notices and their targets. */
import { invalidField, notFoundMessages, notFound } from '../../contract/errors.ts';
import type { AdminNotice, NoticeInput, NoticeUpdate, PlayerNotice } from '../../contract/notices.ts';
import type { Clock } from '../../platform/clock.ts';
import { createRowLimitCheck } from '../../platform/storage/row-limit.ts';
import type { Database } from '../../platform/storage/database.ts';

interface NoticeRow extends Omit<AdminNotice, 'isActive' | 'createdAt'> {
  isActive: number;
  createdAt: number;
}

export type NoticeStore = ReturnType<typeof createNoticeStore>;

const select = `
  SELECT notice.id, title, message, notice_type AS noticeType, target_user_id AS targetUserId, target_player_id AS targetPlayerId,
    users.email AS targetUserEmail, players.name AS targetPlayerName, owner.username AS targetPlayerOwner, background_color AS backgroundColor, text_color AS textColor,
    is_active AS isActive, display_interval_seconds AS displayIntervalSeconds, display_duration_seconds AS displayDurationSeconds,
    notice.created_at AS createdAt
  FROM admin_notices notice LEFT JOIN users ON users.id = target_user_id LEFT JOIN players ON players.id = target_player_id
    LEFT JOIN users owner ON owner.id = players.user_id`;

type Fields = [string, string, string, number | null, number | null, string, string, number, number, number];

export function createNoticeStore(database: Database, clock: Clock) {
  const assertBelowLimit = createRowLimitCheck(database, 'admin_notices');
  const all = database.prepare<[], NoticeRow>(`${select} ORDER BY notice.id DESC`);
  const byId = database.prepare<[number], NoticeRow>(`${select} WHERE notice.id = ?`);
  const activeFor = database.prepare<[number, number], NoticeRow>(
    `${select} WHERE is_active = 1 AND (notice_type = 'global' OR target_user_id = ? OR target_player_id = ?) ORDER BY notice.id DESC`,
  );
  const userExists = database.prepare<[number]>('SELECT 1 FROM users WHERE id = ?');
  const playerExists = database.prepare<[number]>('SELECT 1 FROM players WHERE id = ?');
  const insert = database.prepare<[...Fields, number, number]>(
    `INSERT INTO admin_notices (title, message, notice_type, target_user_id, target_player_id, background_color, text_color, is_active,
       display_interval_seconds, display_duration_seconds, created_by, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const change = database.prepare<[...Fields, number]>(
    `UPDATE admin_notices SET title = ?, message = ?, notice_type = ?, target_user_id = ?, target_player_id = ?, background_color = ?,
       text_color = ?, is_active = ?, display_interval_seconds = ?, display_duration_seconds = ? WHERE id = ?`,
  );
  const toggle = database.prepare<[number, number]>('UPDATE admin_notices SET is_active = ? WHERE id = ?');
  const remove = database.prepare<[number]>('DELETE FROM admin_notices WHERE id = ?');

  function findOrThrow(id: number): AdminNotice {
    const row = byId.get(id);
    if (!row) throw notFound('notice');
    return toNotice(row);
  }

  function checkTarget({ noticeType, targetUserId, targetPlayerId }: NoticeInput): void {
    if (noticeType === 'user') {
      if (targetUserId === null) throw invalidField('targetUserId', 'Selecione um usuário.');
      if (!userExists.get(targetUserId)) throw invalidField('targetUserId', 'Usuário não encontrado.');
    }
    if (noticeType === 'player') {
      if (targetPlayerId === null) throw invalidField('targetPlayerId', 'Selecione uma tela.');
      if (!playerExists.get(targetPlayerId)) throw invalidField('targetPlayerId', notFoundMessages.screen);
    }
  }

  return {
    /** Returns the notices, newest first. */
    list: (): AdminNotice[] => all.all().map(toNotice),

    /** Throws `not_found`. */
    findOrThrow,

    /** Throws `quota_exceeded` at the server's maximum of notices, `invalid_input` if the target is missing or does not exist. */
    create(createdBy: number, notice: NoticeInput): AdminNotice {
      assertBelowLimit();
      checkTarget(notice);
      return findOrThrow(insert.run(...toFields(notice), createdBy, clock.now()).lastInsertRowid);
    },

    /**
     * Fields omitted in `changes` stay unchanged. Throws `not_found`, or `invalid_input` for a target that is
     * missing or does not exist.
     */
    update(id: number, changes: NoticeUpdate): AdminNotice {
      const notice: NoticeInput = { ...findOrThrow(id), ...changes };
      checkTarget(notice);
      change.run(...toFields(notice), id);
      return findOrThrow(id);
    },

    /** Throws `not_found`. */
    toggle(id: number, isActive: boolean): AdminNotice {
      toggle.run(Number(isActive), id);
      return findOrThrow(id);
    },

    remove(id: number): void {
      remove.run(id);
    },

    /** Returns the active notices for all screens, for the screen's owner and for the screen; newest first. */
    forPlayer(player: { playerId: number; userId: number }): PlayerNotice[] {
      return activeFor.all(player.userId, player.playerId).map((row) => ({
        id: row.id,
        title: row.title,
        message: row.message,
        backgroundColor: row.backgroundColor,
        textColor: row.textColor,
        isActive: row.isActive === 1,
        displayIntervalSeconds: row.displayIntervalSeconds,
        displayDurationSeconds: row.displayDurationSeconds,
      }));
    },
  };
}

function toNotice(row: NoticeRow): AdminNotice {
  return { ...row, isActive: row.isActive === 1, createdAt: new Date(row.createdAt).toISOString() };
}

function toFields(notice: NoticeInput): Fields {
  return [
    notice.title,
    notice.message,
    notice.noticeType,
    notice.targetUserId,
    notice.targetPlayerId,
    notice.backgroundColor,
    notice.textColor,
    Number(notice.isActive),
    notice.displayIntervalSeconds,
    notice.displayDurationSeconds,
  ];
}
