/** Endpoints of one account: sign-in, registration, sessions, second factor and its audit log. */
import * as z from 'zod';
import * as accounts from '../accounts/accounts.ts';
import * as audit from '../accounts/audit.ts';
import * as categories from '../categories.ts';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';

export const section = { name: 'Accounts', about: 'Registering, signing in and out, and what one may do.' };
const endpoint = endpointOf(section);

export const endpoints = {
  'GET /api/user': endpoint({
    summary: 'Current user',
    access: 'user',
    needs: 'self',
    reply: accounts.user,
  }),
  'GET /api/user/me': endpoint({
    summary: 'Current user with storage and quota use',
    access: 'user',
    needs: 'account:read',
    reply: accounts.userWithUsage,
  }),
  'POST /api/user/space-request': endpoint({
    summary: 'Ask the administrators for more space; once a day until it is answered',
    access: 'user',
    needs: 'account',
    feature: 'management',
    reply: accounts.spaceRequest,
    status: 201,
    errors: ['conflict'],
  }),
  'PUT /api/user/password': endpoint({
    summary: 'Change the own password; all other sessions end, this one gets a new cookie',
    access: 'user',
    needs: 'self',
    body: accounts.passwordChange,
    errors: ['forbidden', 'too_many_requests'],
  }),
  'PUT /api/user/identity': endpoint({
    summary: "Change an administrator's own name and e-mail; wants the password",
    access: 'administrator',
    body: accounts.identityInput,
    reply: accounts.user,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'GET /api/time-zones': endpoint({
    summary: 'The time zones that an account may choose',
    access: 'user',
    needs: 'account:read',
    reply: accounts.timeZones,
  }),
  'PUT /api/user/time-zone': endpoint({
    summary: "Choose the account's time zone: its screens and pages show its time",
    access: 'user',
    needs: 'account',
    body: accounts.timeZoneInput,
    reply: accounts.user,
  }),
  'GET /api/user/sessions': endpoint({
    summary: "The account's open sessions, the latest used first, 100 at most",
    access: 'user',
    needs: 'self',
    reply: z.array(accounts.ownSession),
  }),
  'DELETE /api/user/sessions': endpoint({
    summary: 'End all own sessions but this one',
    access: 'user',
    needs: 'self',
    reply: accounts.endedSessions,
  }),
  'DELETE /api/user/sessions/:key': endpoint({
    summary: 'End another own session; this one ends by POST /api/logout',
    access: 'user',
    needs: 'self',
    errors: ['conflict'],
  }),
  'GET /api/user/second-factor': endpoint({
    summary: 'Whether a sign-in asks for a second step',
    access: 'user',
    needs: 'self',
    reply: accounts.secondFactorState,
  }),
  'POST /api/user/second-factor/key': endpoint({
    summary: 'A new key for an authenticator app; nothing is kept yet',
    access: 'user',
    needs: 'self',
    reply: accounts.secondFactorKey,
  }),
  'POST /api/user/second-factor': endpoint({
    summary: 'Switch the second step on with the first code of a key; answers ten recovery codes, once',
    access: 'user',
    needs: 'self',
    body: accounts.secondFactorInput,
    reply: accounts.recoveryCodes,
    status: 201,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/user/second-factor/disable': endpoint({
    summary: 'Switch the second step off',
    access: 'user',
    needs: 'self',
    body: accounts.secondFactorProof,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/user/second-factor/recovery-codes': endpoint({
    summary: 'New recovery codes; the old ones are void',
    access: 'user',
    needs: 'self',
    body: accounts.secondFactorProof,
    reply: accounts.recoveryCodes,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/login': endpoint({
    summary: 'Start a session',
    access: 'anyone',
    body: accounts.credentials,
    reply: accounts.user,
    errors: [
      'unauthenticated',
      'second_factor_required',
      'second_factor_setup',
      'account_pending',
      'account_blocked',
      'too_many_requests',
    ],
  }),
  'POST /api/login/second-factor': endpoint({
    summary: 'The second step: a code of the app or a recovery code, within 5 minutes of the password (ticket cookie)',
    access: 'anyone',
    body: accounts.secondFactorCode,
    reply: accounts.user,
    errors: ['unauthenticated', 'forbidden', 'conflict', 'account_pending', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/login/second-factor/key': endpoint({
    summary: 'A key for who must have a second step and has none (ticket cookie)',
    access: 'anyone',
    reply: accounts.secondFactorKey,
    errors: ['unauthenticated', 'account_pending', 'account_blocked'],
  }),
  'POST /api/login/second-factor/setup': endpoint({
    summary: 'Switch it on with the first code of that key, and start the session (ticket cookie)',
    access: 'anyone',
    body: accounts.secondFactorSetup,
    reply: accounts.userWithRecoveryCodes,
    errors: ['unauthenticated', 'forbidden', 'conflict', 'account_pending', 'account_blocked'],
  }),
  'POST /api/register/validate-code': endpoint({
    summary: 'Check the registration access code; sets a single-use 10-minute ticket cookie',
    access: 'anyone',
    body: accounts.codeInput,
    reply: message,
    errors: ['forbidden', 'too_many_requests'],
  }),
  'POST /api/register': endpoint({
    summary: 'Create an account that waits for approval',
    access: 'anyone',
    body: accounts.registration,
    reply: message,
    status: 201,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/logout': endpoint({ summary: 'End the session', access: 'anyone' }),
  'GET /api/user/category-access': endpoint({
    summary: 'Categories the user may see',
    access: 'user',
    needs: 'contents:read',
    reply: z.array(categories.categoryAccess),
  }),
  'GET /api/user/audit': endpoint({
    summary: 'What was done in the own clinic, by whom: a page of the audit log, the newest first',
    access: 'user',
    needs: 'account',
    query: audit.ownAuditQuery,
    reply: audit.auditPage,
  }),
  'GET /api/user/audit/download': endpoint({
    summary: 'The same as CSV with semicolons, 20,000 entries at most',
    access: 'user',
    needs: 'account',
    query: audit.ownAuditFilters,
    reply: 'text',
  }),
};
