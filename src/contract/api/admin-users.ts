/** Administration: endpoints of accounts. */
import * as z from 'zod';
import * as accounts from '../accounts/accounts.ts';
import * as team from '../accounts/team.ts';
import { endpointOf } from '../endpoint.ts';

export const section = { name: 'Administration: users', about: 'Approving and blocking accounts, quotas, passwords.' };
const endpoint = endpointOf(section);
const manager = endpointOf(section, { access: 'manager' });

export const endpoints = {
  'GET /api/admin/users': manager({
    summary: 'All accounts in short form; with `limit` a page of them',
    query: accounts.listedAccountsQuery,
    reply: z.array(accounts.listedAccount),
  }),
  'GET /api/admin/users-with-counts': manager({
    summary: 'All accounts with quotas and usage',
    reply: z.array(accounts.listedAccountWithCounts),
  }),
  'POST /api/admin/users/:id/approve': manager({
    summary: 'Approve or unblock an account',
    reply: accounts.userResponse,
    errors: ['forbidden'],
  }),
  'POST /api/admin/users/:id/block': manager({
    summary: 'Block or reject an account',
    reply: accounts.userResponse,
    errors: ['forbidden', 'conflict'],
  }),
  'POST /api/admin/users/:id/reset-password': manager({
    summary: "Set another account's password; ends its sessions, API tokens and open invitations",
    body: accounts.resetPassword,
    reply: accounts.passwordResetResponse,
    errors: ['forbidden', 'conflict'],
  }),
  'GET /api/admin/users/:id/quotas': manager({ summary: 'Quotas', reply: accounts.quotas }),
  'PUT /api/admin/users/:id/quotas': manager({
    summary: 'Change quotas and feature flags',
    body: accounts.quotasInput,
    reply: accounts.quotas,
    errors: ['forbidden'],
  }),
  'DELETE /api/admin/users/:id/space-request': manager({
    summary: 'Dismiss a request for more space',
    errors: ['forbidden', 'not_found'],
  }),
  'DELETE /api/admin/users/:id/second-factor': manager({
    summary: 'Switch the second factor off for another person who has lost phone and codes',
    errors: ['forbidden', 'conflict'],
  }),
  'GET /api/admin/users/:id/members': manager({
    summary: "The members of an account's team",
    reply: z.array(team.clinicMember),
  }),
  'DELETE /api/admin/members/:id/second-factor': manager({
    summary: 'Switch the second factor off for a member who has lost phone and codes',
    errors: ['forbidden'],
  }),
  'PUT /api/admin/users/:id/second-factor': manager({
    summary:
      'Set whether everybody who signs in to the account needs a second factor; people without one are signed out',
    body: accounts.secondFactorRequirement,
    errors: ['forbidden', 'conflict'],
  }),
  'PUT /api/admin/users/:id/time-zone': manager({
    summary: "Choose an account's time zone",
    body: accounts.timeZoneInput,
    errors: ['forbidden'],
  }),
  'PATCH /api/admin/users/:id/profile': endpoint({
    summary: 'Change the profile: Comum, Gestor or Administrador',
    access: 'administrator',
    body: accounts.profileInput,
    reply: accounts.userResponse,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/users/:id': manager({
    summary: 'Delete an account with everything it owns',
    errors: ['forbidden', 'conflict'],
  }),
};
