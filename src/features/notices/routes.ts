/** Administrative notices: the administrator's list and what a screen shows of it (document 2, sections 2, 5 and 7). */
import type { Handlers } from '../../contract/api.ts';
import type { Publish, Topic } from '../../contract/events.ts';
import type { AdminNotice } from '../../contract/notices.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { NoticeStore } from './store.ts';

type NoticeKeys =
  | 'GET /api/admin/notices'
  | 'POST /api/admin/notices'
  | 'PUT /api/admin/notices/:id'
  | 'PATCH /api/admin/notices/:id/toggle'
  | 'DELETE /api/admin/notices/:id'
  | 'GET /api/player/admin-notices';

export interface NoticeRoutesDeps {
  notices: NoticeStore;
  publish: Publish;
  database: Database;
}

export function noticeRoutes({ notices, publish, database }: NoticeRoutesDeps): Handlers<NoticeKeys> {
  /** Tells the administrators, and the screens that showed or will show the notice. */
  function announce(...versions: AdminNotice[]): void {
    publish('managers', { type: 'adminChanged', what: 'notices' });
    for (const topic of new Set(versions.map(screensOf))) publish(topic, { type: 'noticesUpdated' });
  }

  return {
    'GET /api/admin/notices': () => notices.list(),

    'POST /api/admin/notices': ({ user, body }) =>
      database.tx(() => {
        const created = notices.create(user.userId, body);
        announce(created);
        return created;
      }),

    'PUT /api/admin/notices/:id': ({ params, body }) =>
      database.tx(() => {
        const before = notices.findOrThrow(params.id);
        const after = notices.update(params.id, body);
        announce(before, after);
        return after;
      }),

    'PATCH /api/admin/notices/:id/toggle': ({ params, body }) =>
      database.tx(() => {
        const toggled = notices.toggle(params.id, body.isActive);
        announce(toggled);
        return toggled;
      }),

    'DELETE /api/admin/notices/:id': ({ params }) =>
      database.tx(() => {
        const removed = notices.findOrThrow(params.id);
        notices.remove(params.id);
        announce(removed);
      }),

    'GET /api/player/admin-notices': ({ player }) => notices.forPlayer(player),
  };
}

function screensOf(notice: AdminNotice): Topic {
  if (notice.targetUserId !== null) return `screens:${notice.targetUserId}`;
  if (notice.targetPlayerId !== null) return `player:${notice.targetPlayerId}`;
  return 'screens';
}
