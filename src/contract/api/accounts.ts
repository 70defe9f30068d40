/** Endpoints of one account: sign-in, registration, sessions, second factor and its audit log. */
import * as z from 'zod';
import * as accounts from '../accounts/accounts.ts';
import * as audit from '../accounts/audit.ts';
import * as onboarding from '../accounts/onboarding.ts';
import * as categories from '../categories.ts';
import * as clinic from '../accounts/clinic.ts';
import { message } from '../common.ts';
import { endpointOf } from '../endpoint.ts';

export const section = {
  name: 'Accounts',
  about: 'Registration, sign-in and sign-out, and the account of the caller.',
};
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
    summary: 'Request more space from the administrators; at most once a day',
    feature: 'management',
    reply: accounts.spaceRequest,
    status: 201,
    errors: ['conflict'],
  }),
  'PUT /api/user/password': self({
    summary: "Change one's own password; ends all other sessions",
    body: accounts.passwordChange,
    errors: ['forbidden', 'too_many_requests'],
  }),
  'PUT /api/user/identity': self({
    summary:
      "Change one's own name and e-mail; requires the password. With a mail server the e-mail is changed only by the code that is sent to the new one: the response contains the new one as pendingEmail",
    body: accounts.identityInput,
    reply: accounts.identityChanged,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/user/identity/confirmation': self({
    summary: "Change one's own e-mail by the code that was sent to the new one",
    body: accounts.emailCode,
    reply: accounts.user,
    errors: ['forbidden', 'conflict'],
  }),
  'GET /api/time-zones': readAccount({
    summary: 'The time zones that an account may choose',
    reply: accounts.timeZones,
  }),
  'PUT /api/user/time-zone': account({
    summary: "Choose the account's time zone, whose time its screens and pages show",
    body: accounts.timeZoneInput,
    reply: accounts.user,
  }),
  'GET /api/clinic-profile': readAccount({
    summary: 'Name, registrations, technical director and doctors of the clinic',
    feature: 'management',
    reply: clinic.clinicProfile,
  }),
  'PUT /api/clinic-profile': account({
    summary: "Replace the clinic's profile, from which the line is made that identifies the clinic in advertising",
    feature: 'management',
    body: clinic.clinicProfile,
    reply: clinic.clinicProfile,
  }),
  'GET /api/onboarding': account({
    summary: 'The steps from a new account to the first TV on the air, and which are done',
    feature: 'management',
    reply: onboarding.onboarding,
  }),
  'POST /api/onboarding/skip': account({
    summary: 'Skip a step that the clinic does not need',
    feature: 'management',
    body: onboarding.skippedStep,
    reply: onboarding.onboarding,
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
    summary: 'State of the second factor',
    reply: accounts.secondFactorState,
  }),
  'POST /api/user/second-factor/key': self({
    summary:
      'Generate a key for an authenticator app; the server keeps it for this session until its first code, 30 minutes at most',
    reply: accounts.secondFactorKey,
  }),
  'POST /api/user/second-factor': self({
    summary: 'Switch the second factor on with the first code of the generated key; returns ten recovery codes, once',
    body: accounts.secondFactorProof,
    reply: accounts.recoveryCodes,
    status: 201,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/user/second-factor/disable': self({
    summary: 'Switch the second factor off',
    body: accounts.secondFactorProof,
    errors: ['forbidden', 'conflict', 'too_many_requests'],
  }),
  'POST /api/user/second-factor/recovery-codes': self({
    summary: 'Replace the recovery codes; the old ones become invalid',
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
    summary:
      'Enter the second factor: a code of the app or a recovery code, within 5 minutes of the password (sign-in cookie)',
    body: accounts.secondFactorCode,
    reply: accounts.user,
    errors: ['unauthenticated', 'forbidden', 'conflict', 'account_pending', 'account_blocked', 'too_many_requests'],
  }),
  'POST /api/login/second-factor/key': anyone({
    summary: 'Generate a key for a person who must have a second factor and has none (sign-in cookie)',
    reply: accounts.secondFactorKey,
    errors: ['unauthenticated', 'account_pending', 'account_blocked'],
  }),
  'POST /api/login/second-factor/setup': anyone({
    summary:
      'Switch the second factor on with the first code of the generated key, and start the session (sign-in cookie)',
    body: accounts.secondFactorCode,
    reply: accounts.userWithRecoveryCodes,
    errors: ['unauthenticated', 'forbidden', 'conflict', 'account_pending', 'account_blocked'],
  }),
  'POST /api/register/validate-code': anyone({
    summary: 'Check the registration access code; sets a cookie that permits one registration within 10 minutes',
    body: accounts.accessCodeInput,
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
  'GET /api/register/approval': anyone({
    summary: 'Whether the account that this browser registered is approved, and whether the server mails the approval',
    reply: accounts.approval,
  }),
  'POST /api/logout': anyone({ summary: 'End the session' }),
  'GET /api/user/category-access': endpoint({
    summary: 'Categories the user may see',
    access: 'user',
    needs: 'contents:read',
    reply: z.array(categories.categoryAccess),
  }),
  'GET /api/user/audit': account({
    summary: "A page of the audit log of the caller's clinic, the newest entry first",
    query: audit.ownAuditQuery,
    reply: audit.auditPage,
  }),
  'GET /api/user/audit/download': account({
    summary: 'The audit log as CSV with semicolons, at most 20,000 entries',
    query: audit.ownAuditFilters,
    reply: 'stream',
  }),
};
