/** Routes for a clinic's team, its invitations and its API tokens. */
import type { Handlers } from '../../contract/api/index.ts';
import { createInvitations } from './invitations.ts';
import type { TeamDeps } from './notifier.ts';
import { createTeamService } from './service.ts';
import { createTokenService } from './token-service.ts';

type TeamKeys =
  | 'GET /api/team/members'
  | 'POST /api/team/members'
  | 'PATCH /api/team/members/:id'
  | 'DELETE /api/team/members/:id'
  | 'POST /api/team/members/:id/invitation'
  | 'POST /api/invitations/find'
  | 'POST /api/invitations/accept'
  | 'GET /api/tokens'
  | 'POST /api/tokens'
  | 'DELETE /api/tokens/:id';

export function teamRoutes(deps: TeamDeps): Handlers<TeamKeys> {
  const { members, apiTokens } = deps;
  const service = createTeamService(deps);
  const invitations = createInvitations(deps);
  const tokens = createTokenService(deps);

  return {
    'GET /api/team/members': ({ user }) => members.list(user.userId),

    'POST /api/team/members': ({ user, body, by }) => service.invite(user, body, by),

    'PATCH /api/team/members/:id': ({ user, params, body, by }) => service.change(user, params.id, body, by),

    'DELETE /api/team/members/:id': ({ user, params, by }) => service.remove(user, params.id, by),

    'POST /api/team/members/:id/invitation': ({ user, params, by }) => service.inviteAgain(user, params.id, by),

    'POST /api/invitations/find': ({ body, exchange }) => invitations.find(body.code, exchange.address),

    'POST /api/invitations/accept': ({ body, exchange }) => invitations.accept(body, exchange.address),

    'GET /api/tokens': ({ user }) => apiTokens.list(user.userId),

    'POST /api/tokens': ({ user, body, by }) => tokens.create(user, body, by),

    'DELETE /api/tokens/:id': ({ user, params, by }) => tokens.remove(user, params.id, by),
  };
}
