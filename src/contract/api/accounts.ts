/** Endpoints of one account: sign-in, registration, sessions, second factor and its audit log. */
import * as z from 'zod';
import * as accounts from '../accounts/accounts.ts';
import * as audit from '../accounts/audit.ts';
import * as categories from '../categories.ts';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';

export const section = { name: 'Accounts', about: 'Registering, signing in and out, and what one may do.' };
const endpoint = endpointOf(section);
const anyone = endpointOf(section, { access: 'anyone' });
const self = endpointOf(section, { access: 'user', needs: 'self' });
const readAccount = endpointOf(section, { access: 'user', needs: 'account:read' });
const account = endpointOf(section, { access: 'user', needs: 'account' });

export const endpoints = {
  'GET /api/user': self({ summary: 'Current user', reply: accounts.user }),
  'GET /api/user/me': readAccount({
    summary: 'Current user with storage and quota use',
    reply: accounts.userWithUsage,
  }),
  'POST /api/user/space-request': account({
    summary: 'Ask the administrators for more space; once a day until it is answered',
    feature: 'management',
    reply: accounts.spaceRequest,
    status: 201,
    errors: ['conflict'],
  }),
  'PUT /api/user/password': self({
    summary: 'Change the own password; all other sessions end, this one gets a new cookie',
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
  'GET /api/time-zones': readAccount({
    summary: 'The time zones that an account may choose',
    reply: accounts.timeZones,
  }),
  'PUT /api/user/time-zone': account({
    summary: "Choose the account's time zone: its screens and pages show its time",
    body: accounts.timeZoneInput,
    reply: accounts.user,
  }),
  'GET /api/user/sessions': self({
    summary: "The account's open sessions, the latest used first, 100 at most",
    reply: z.array(accounts.ownSession),
  }),
  'DELETE /api/user/sessions': self({ summary: 'End all own sessions but this one', reply: accounts.endedSessions }),
  'DELETE /api/user/sessions/:key': self({
    summary: 'End another own session; this one ends by POST /api/logout',
    errors: ['conflict'],
  }),
  'GET /api/user/second-factor': self({
    summary: 'Whether a sign-in asks for a second step',
    reply: accounts.secondFactorState,
  }),
  'POST /api/user/second-factor/key': self({
    summary: 'A new key for an authenticator app; nothing is kept yet',
    reply: accounts.secondFactorKey,
  }),
  'POST /api/user/second-factor': self({
    summary: 'Switch the second step on with the first code of a key; answers ten recovery codes, once',
    body: accounts.secondFactorInput,
    reply: accounts.recoveryCodes,
    status: 201,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/user/second-factor/disable': self({
    summary: 'Switch the second step off',
    body: accounts.secondFactorProof,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/user/second-factor/recovery-codes': self({
    summary: 'New recovery codes; the old ones are void',
    body: accounts.secondFactorProof,
    reply: accounts.recoveryCodes,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/login': anyone({
    summary: 'Start a session',
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
  'POST /api/login/second-factor': anyone({
    summary: 'The second step: a code of the app or a recovery code, within 5 minutes of the password (ticket cookie)',
    body: accounts.secondFactorCode,
    reply: accounts.user,
    errors: ['unauthenticated', 'forbidden', 'conflict', 'account_pending', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/login/second-factor/key': anyone({
    summary: 'A key for who must have a second step and has none (ticket cookie)',
    reply: accounts.secondFactorKey,
    errors: ['unauthenticated', 'account_pending', 'account_blocked'],
  }),
  'POST /api/login/second-factor/setup': anyone({
    summary: 'Switch it on with the first code of that key, and start the session (ticket cookie)',
    body: accounts.secondFactorSetup,
    reply: accounts.userWithRecoveryCodes,
    errors: ['unauthenticated', 'forbidden', 'conflict', 'account_pending', 'account_blocked'],
  }),
  'POST /api/register/validate-code': anyone({
    summary: 'Check the registration access code; sets a single-use 10-minute ticket cookie',
    body: accounts.codeInput,
    reply: message,
    errors: ['forbidden', 'too_many_requests'],
  }),
  'POST /api/register': anyone({
    summary: 'Create an account that waits for approval',
    body: accounts.registration,
    reply: message,
    status: 201,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/logout': anyone({ summary: 'End the session' }),
  'GET /api/user/category-access': endpoint({
    summary: 'Categories the user may see',
    access: 'user',
    needs: 'contents:read',
    reply: z.array(categories.categoryAccess),
  }),
  'GET /api/user/audit': account({
    summary: 'What was done in the own clinic, by whom: a page of the audit log, the newest first',
    query: audit.ownAuditQuery,
    reply: audit.auditPage,
  }),
  'GET /api/user/audit/download': account({
    summary: 'The same as CSV with semicolons, 20,000 entries at most',
    query: audit.ownAuditFilters,
    reply: 'text',
  }),
};
