/** Routes for groups of screens (contract/README 17). */
import type { Handlers } from '../../contract/api/index.ts';
import { createGroupService, type GroupServiceDeps } from './service.ts';

const byName = new Intl.Collator('pt-BR', { numeric: true });

export function groupRoutes(deps: GroupServiceDeps) {
  const service = createGroupService(deps);
  return {
    'GET /api/screen-groups': ({ user }) =>
      deps.groups.list(user.userId).sort((a, b) => byName.compare(a.name, b.name)),

    'POST /api/screen-groups': ({ user, body, by }) => service.create(user.userId, body, by),

    'PATCH /api/screen-groups/:id': ({ user, params, body, by }) => service.update(user.userId, params.id, body, by),

    'DELETE /api/screen-groups/:id': ({ user, params, by }) => service.remove(user.userId, params.id, by),

    'POST /api/screen-groups/:id/assign-playlist': ({ user, params, body, by }) =>
      service.send(user.userId, params.id, body.playlistId, by),
  } satisfies Partial<Handlers>;
}
