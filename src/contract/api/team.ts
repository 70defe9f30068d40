/** Endpoints of an account's members, invitations and API tokens. */
import * as z from 'zod';
import * as team from '../accounts/team.ts';
import { endpointOf } from '../endpoint.ts';

export const section = { name: 'The team', about: "An account's members, their invitations, and API tokens." };
const teamCall = endpointOf(section, { access: 'user', needs: 'team' });
const tokenCall = endpointOf(section, { access: 'user', needs: 'tokens' });
const anyone = endpointOf(section, { access: 'anyone' });

export const endpoints = {
  'GET /api/team/members': teamCall({
    summary: "The account's members, including invited ones",
    reply: z.array(team.member),
  }),
  'POST /api/team/members': teamCall({
    summary:
      'Invite somebody by a link that is valid once, for 72 hours; the response does not tell whether the e-mail has an account',
    body: team.memberInput,
    reply: team.invitation,
    status: 201,
    errors: ['conflict', 'quota_exceeded', 'too_many_requests'],
  }),
  'PATCH /api/team/members/:id': teamCall({
    summary: 'Change the role of a member, or block or unblock the member',
    body: team.memberPatch,
    reply: team.member,
    errors: ['conflict'],
  }),
  'DELETE /api/team/members/:id': teamCall({
    summary: "Remove a member from the team; ends the member's sessions immediately",
    errors: ['conflict'],
  }),
  'POST /api/team/members/:id/invitation': teamCall({
    summary:
      'Create a new invitation link, which replaces the previous one; an active member can set a new password with it',
    reply: team.invitation,
    status: 201,
    errors: ['conflict', 'too_many_requests'],
  }),
  'POST /api/invitations/find': anyone({
    summary: 'Names of the inviting clinic and the invited person, by the code of the link',
    body: team.invitationCode,
    reply: team.invitationInfo,
    errors: ['not_found', 'too_many_requests'],
  }),
  'POST /api/invitations/accept': anyone({
    summary: 'Join the team with name and password; the link becomes invalid',
    body: team.invitationAcceptInput,
    reply: team.invitationAcceptReply,
    errors: ['not_found', 'conflict', 'too_many_requests'],
  }),
  'GET /api/tokens': tokenCall({ summary: "The account's API tokens", reply: z.array(team.apiToken) }),
  'POST /api/tokens': tokenCall({
    summary: 'Create an API token; only this response contains it',
    body: team.apiTokenInput,
    reply: team.newApiToken,
    status: 201,
    errors: ['quota_exceeded'],
  }),
  'DELETE /api/tokens/:id': tokenCall({ summary: 'Delete an API token; it becomes invalid at once' }),
};
