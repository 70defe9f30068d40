/** Routes for notices: the managers' list and a screen's notices (contract/README 8). */
import type { Handlers } from '../../contract/api/index.ts';
import { createNoticeService, type NoticeServiceDeps } from './service.ts';

export function noticeRoutes(deps: NoticeServiceDeps) {
  const { notices } = deps;
  const service = createNoticeService(deps);

  return {
    'GET /api/admin/notices': () => notices.list(),

    'POST /api/admin/notices': ({ user, body, by }) => service.create(user.userId, body, by),

    'PUT /api/admin/notices/:id': ({ params, body, by }) => service.update(params.id, body, by),

    'PATCH /api/admin/notices/:id/toggle': ({ params, body, by }) => service.toggle(params.id, body.isActive, by),

    'DELETE /api/admin/notices/:id': ({ params, by }) => service.remove(params.id, by),

    'GET /api/player/admin-notices': ({ player }) => notices.forPlayer(player),
  } satisfies Partial<Handlers>;
}
