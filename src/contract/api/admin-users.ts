/** Administration: endpoints of accounts. */
import * as z from 'zod';
import * as accounts from '../accounts/accounts.ts';
import { endpointOf } from '../endpoint.ts';

export const section = { name: 'Administration: users', about: 'Approving and blocking accounts, quotas, passwords.' };
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/admin/users': endpoint({
    summary: 'All accounts, short',
    access: 'manager',
    reply: z.array(accounts.adminUser),
  }),
  'GET /api/admin/users-with-counts': endpoint({
    summary: 'All accounts with quotas and use',
    access: 'manager',
    reply: z.array(accounts.adminUserWithCounts),
  }),
  'POST /api/admin/users/:id/approve': endpoint({
    summary: 'Approve, or unblock',
    access: 'manager',
    reply: accounts.userAnswer,
    errors: ['forbidden'],
  }),
  'POST /api/admin/users/:id/block': endpoint({
    summary: 'Block, or reject',
    access: 'manager',
    reply: accounts.userAnswer,
    errors: ['forbidden', 'conflict'],
  }),
  'POST /api/admin/users/:id/reset-password': endpoint({
    summary: "Set another's password; ends sessions, API tokens and open invitations",
    access: 'manager',
    body: accounts.resetPassword,
    reply: accounts.resetAnswer,
    errors: ['forbidden', 'conflict'],
  }),
  'GET /api/admin/users/:id/quotas': endpoint({ summary: 'Quotas', access: 'manager', reply: accounts.quotas }),
  'PUT /api/admin/users/:id/quotas': endpoint({
    summary: 'Change quotas and feature flags',
    access: 'manager',
    body: accounts.quotasInput,
    reply: accounts.quotas,
    errors: ['forbidden'],
  }),
  'DELETE /api/admin/users/:id/space-request': endpoint({
    summary: 'Put a request for more space aside',
    access: 'manager',
    errors: ['forbidden', 'not_found'],
  }),
  'DELETE /api/admin/users/:id/second-factor': endpoint({
    summary: 'Switch the second step off for somebody else who has lost phone and codes',
    access: 'manager',
    errors: ['forbidden', 'conflict'],
  }),
  'PUT /api/admin/users/:id/second-factor': endpoint({
    summary: 'Require a second step of everybody who signs in to the account, or no longer; who has none is signed out',
    access: 'manager',
    body: accounts.secondFactorRequirement,
    errors: ['forbidden', 'conflict'],
  }),
  'PUT /api/admin/users/:id/time-zone': endpoint({
    summary: "Choose an account's time zone",
    access: 'manager',
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
  'DELETE /api/admin/users/:id': endpoint({
    summary: 'Delete an account with everything it owns',
    access: 'manager',
    errors: ['forbidden', 'conflict'],
  }),
};
