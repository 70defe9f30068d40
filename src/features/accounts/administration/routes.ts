/** Routes with which managers approve, block, change and delete accounts (contract/README 1.2 and 1.3). */
import type { Handlers } from '../../../contract/api/index.ts';
import { yieldBetween } from '../../../platform/clock.ts';
import type { AccountDeps } from '../deps.ts';
import type { Account } from '../store.ts';
import { quotaPatchOf } from './rules.ts';
import { createAccountAdminService } from './service.ts';

type AccountAdminKeys =
  | 'GET /api/admin/users'
  | 'GET /api/admin/users-with-counts'
  | 'POST /api/admin/users/:id/approve'
  | 'POST /api/admin/users/:id/block'
  | 'POST /api/admin/users/:id/reset-password'
  | 'GET /api/admin/users/:id/quotas'
  | 'PUT /api/admin/users/:id/quotas'
  | 'DELETE /api/admin/users/:id/space-request'
  | 'DELETE /api/admin/users/:id/second-factor'
  | 'GET /api/admin/users/:id/members'
  | 'DELETE /api/admin/members/:id/second-factor'
  | 'PUT /api/admin/users/:id/second-factor'
  | 'PUT /api/admin/users/:id/time-zone'
  | 'PATCH /api/admin/users/:id/profile'
  | 'DELETE /api/admin/users/:id';

const response = (message: string, { id, username }: Account) => ({ message, user: { id, username } });

export function accountAdminRoutes(deps: AccountDeps): Handlers<AccountAdminKeys> {
  const { accounts, quotas, players, categories } = deps;
  const service = createAccountAdminService(deps);

  return {
    'GET /api/admin/users': ({ query }) => {
      const among = query.only === 'withScreens' ? new Set(players.pairedOwners()) : undefined;
      const { withoutCategory: id } = query;
      const except = id === undefined ? undefined : new Set(categories.userIds(id));
      return yieldBetween(accounts.list(query, { among, except }));
    },

    'GET /api/admin/users-with-counts': () => yieldBetween(accounts.listWithCounts()),

    'POST /api/admin/users/:id/approve': ({ user, params, by }) =>
      response('Usuário aprovado', service.approve(user, params.id, by)),

    'POST /api/admin/users/:id/block': ({ user, params, by }) =>
      response('Usuário bloqueado', service.block(user, params.id, by)),

    'POST /api/admin/users/:id/reset-password': async ({ user, params, body, by }) => {
      const { account, revoked } = await service.resetPassword(user, params.id, body.newPassword, by);
      return { ...response('Senha resetada com sucesso', account), revoked };
    },

    'GET /api/admin/users/:id/quotas': ({ params }) => quotas.findOrThrow(params.id),

    'PUT /api/admin/users/:id/quotas': ({ user, params, body, by }) =>
      service.changeQuotas(user, params.id, quotaPatchOf(body), by),

    'DELETE /api/admin/users/:id/space-request': ({ user, params, by }) =>
      service.dismissSpaceRequest(user, params.id, by),

    'DELETE /api/admin/users/:id/second-factor': ({ user, params, by }) =>
      service.removeSecondFactor(user, params.id, by),

    'GET /api/admin/users/:id/members': ({ params }) => service.membersOf(accounts.findOrThrow(params.id)),

    'DELETE /api/admin/members/:id/second-factor': ({ user, params, by }) =>
      service.removeMemberSecondFactor(user, params.id, by),

    'PUT /api/admin/users/:id/second-factor': ({ user, params, body, by }) =>
      service.requireSecondFactor(user, params.id, body.isRequired, by),

    'PUT /api/admin/users/:id/time-zone': ({ user, params, body, by }) =>
      service.chooseTimeZone(user, params.id, body.timeZone, by),

    'PATCH /api/admin/users/:id/profile': ({ user, params, body, by }) =>
      response('Perfil atualizado', service.changeProfile(user, params.id, body, by)),

    'DELETE /api/admin/users/:id': ({ user, params, by }) => service.remove(user, params.id, by),
  };
}
