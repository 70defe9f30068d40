/** Administration: endpoints of accounts. */
import * as z from 'zod';
import * as accounts from '../accounts/accounts.ts';
import { endpointOf } from '../endpoint.ts';

export const section = { name: 'Administration: users', about: 'Approving and blocking accounts, quotas, passwords.' };
const endpoint = endpointOf(section);
const manager = endpointOf(section, { access: 'manager' });

export const endpoints = {
  'GET /api/admin/users': manager({ summary: 'All accounts, short', reply: z.array(accounts.adminUser) }),
  'GET /api/admin/users-with-counts': manager({
    summary: 'All accounts with quotas and use',
    reply: z.array(accounts.adminUserWithCounts),
  }),
  'POST /api/admin/users/:id/approve': manager({
    summary: 'Approve, or unblock',
    reply: accounts.userAnswer,
    errors: ['forbidden'],
  }),
  'POST /api/admin/users/:id/block': manager({
    summary: 'Block, or reject',
    reply: accounts.userAnswer,
    errors: ['forbidden', 'conflict'],
  }),
  'POST /api/admin/users/:id/reset-password': manager({
    summary: "Set another's password; ends sessions, API tokens and open invitations",
    body: accounts.resetPassword,
    reply: accounts.resetAnswer,
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
    summary: 'Put a request for more space aside',
    errors: ['forbidden', 'not_found'],
  }),
  'DELETE /api/admin/users/:id/second-factor': manager({
    summary: 'Switch the second step off for somebody else who has lost phone and codes',
    errors: ['forbidden', 'conflict'],
  }),
  'PUT /api/admin/users/:id/second-factor': manager({
    summary: 'Require a second step of everybody who signs in to the account, or no longer; who has none is signed out',
    body: accounts.secondFactorRequirement,
    errors: ['forbidden', 'conflict'],
  }),
  'PUT /api/admin/users/:id/time-zone': manager({
    summary: "Choose an account's time zone",
    body: accounts.timeZoneInput,
    errors: ['forbidden'],
  }),
  'PATCH /api/admin/users/:id/profile': endpoint({
    summary: 'Comum, Gestor or Administrador',
    access: 'administrator',
    body: accounts.profileInput,
    reply: accounts.userAnswer,
    errors: ['conflict'],
  }),
  'DELETE /api/admin/users/:id': manager({
    summary: 'Delete an account with everything it owns',
    errors: ['forbidden', 'conflict'],
  }),
};
