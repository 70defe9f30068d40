/** The administration of accounts: approve, block, reset, quotas, profile, delete (contract/README 1.2 and 1.3). */
import type { Handlers } from '../../contract/api.ts';
import { type AccountAdminServiceDeps, createAccountAdminService } from './admin-service.ts';
import { quotaPatchOf } from './rules.ts';
import type { Account } from './store.ts';

type AccountAdminKeys =
  | 'GET /api/admin/users'
  | 'GET /api/admin/users-with-counts'
  | 'POST /api/admin/users/:id/approve'
  | 'POST /api/admin/users/:id/block'
  | 'POST /api/admin/users/:id/reset-password'
  | 'GET /api/admin/users/:id/quotas'
  | 'PUT /api/admin/users/:id/quotas'
  | 'DELETE /api/admin/users/:id/space-request'
  | 'PUT /api/admin/users/:id/time-zone'
  | 'PATCH /api/admin/users/:id/profile'
  | 'DELETE /api/admin/users/:id';

const answer = (message: string, { id, username }: Account) => ({ message, user: { id, username } });

export function accountAdminRoutes(deps: AccountAdminServiceDeps): Handlers<AccountAdminKeys> {
  const { accounts, quotas } = deps;
  const service = createAccountAdminService(deps);

  return {
    'GET /api/admin/users': () => accounts.list(),

    'GET /api/admin/users-with-counts': () => accounts.listWithCounts(),

    'POST /api/admin/users/:id/approve': ({ user, params }) =>
      answer('Usuário aprovado', service.approve(user, params.id)),

    'POST /api/admin/users/:id/block': ({ user, params }) =>
      answer('Usuário bloqueado', service.block(user, params.id)),

    'POST /api/admin/users/:id/reset-password': async ({ user, params, body }) =>
      answer('Senha resetada com sucesso', await service.resetPassword(user, params.id, body.newPassword)),

    'GET /api/admin/users/:id/quotas': ({ params }) => quotas.findOrThrow(params.id),

    'PUT /api/admin/users/:id/quotas': ({ user, params, body }) =>
      service.changeQuotas(user, params.id, quotaPatchOf(body)),

    'DELETE /api/admin/users/:id/space-request': ({ user, params }) => service.dismissSpaceRequest(user, params.id),

    'PUT /api/admin/users/:id/time-zone': ({ user, params, body }) =>
      service.chooseTimeZone(user, params.id, body.timeZone),

    'PATCH /api/admin/users/:id/profile': ({ user, params, body }) =>
      answer('Perfil atualizado', service.changeProfile(user, params.id, body)),

    'DELETE /api/admin/users/:id': ({ user, params }) => service.remove(user, params.id),
  };
}
