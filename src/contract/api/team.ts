/** Endpoints of an account's members, invitations and API tokens. */
import * as z from 'zod';
import * as team from '../accounts/team.ts';
import { endpointOf } from '../endpoint.ts';

export const section = { name: 'The team', about: "An account's members, their invitations, and API tokens." };
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/team/members': endpoint({
    summary: "The account's members, those who are invited too",
    access: 'user',
    needs: 'team',
    reply: z.array(team.member),
  }),
  'POST /api/team/members': endpoint({
    summary: 'Invite somebody by a link, good once and for 72 hours',
    access: 'user',
    needs: 'team',
    body: team.memberInput,
    reply: team.invitation,
    status: 201,
    errors: ['conflict', 'quota_exceeded'],
  }),
  'PATCH /api/team/members/:id': endpoint({
    summary: 'Change the role, block, unblock',
    access: 'user',
    needs: 'team',
    body: team.memberPatch,
    reply: team.member,
    errors: ['conflict'],
  }),
  'DELETE /api/team/members/:id': endpoint({
    summary: 'Take somebody out of the team; the sessions end at once',
    access: 'user',
    needs: 'team',
    errors: ['conflict'],
  }),
  'POST /api/team/members/:id/invitation': endpoint({
    summary: 'Another link: the one before is void; a member sets a new password with it',
    access: 'user',
    needs: 'team',
    reply: team.invitation,
    status: 201,
    errors: ['conflict'],
  }),
  'POST /api/invitations/find': endpoint({
    summary: 'Who invites whom, by the code of the link',
    access: 'anyone',
    body: team.invitationCode,
    reply: team.invitationInfo,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  }),
  'POST /api/invitations/accept': endpoint({
    summary: 'Join the team with name and password; uses the link up',
    access: 'anyone',
    body: team.invitationAnswer,
    reply: team.invitationAccepted,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  }),
  'GET /api/tokens': endpoint({
    summary: "The account's API tokens",
    access: 'user',
    needs: 'tokens',
    reply: z.array(team.apiToken),
  }),
  'POST /api/tokens': endpoint({
    summary: 'Create an API token; it is shown in this answer only',
    access: 'user',
    needs: 'tokens',
    body: team.apiTokenInput,
    reply: team.newApiToken,
    status: 201,
    errors: ['quota_exceeded'],
  }),
  'DELETE /api/tokens/:id': endpoint({
    summary: 'Delete an API token; it opens nothing from now on',
    access: 'user',
    needs: 'tokens',
  }),
};
