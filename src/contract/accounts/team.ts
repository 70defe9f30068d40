/** Defines the data of an account's members, their invitations, and its API tokens (contract/README 1.19 to 1.21). */
import * as z from 'zod';
import { email, memberRole, newPassword } from './accounts.ts';
import { tokenScopes } from './capabilities.ts';
import { id, singleLine, notInteger, requiredAs, timestamp } from '../common.ts';
import { limits } from '../limits.ts';

const memberName = singleLine(limits.memberNameLength, { required: 'Informe o seu nome.' });

export const member = z.object({
  id,
  /** Name that the person entered; null until the invitation is accepted. */
  name: z.string().nullable(),
  email: z.string(),
  role: memberRole,
  status: z.enum(['invited', 'active', 'blocked']),
  createdAt: timestamp,
  /** Time until which the invitation link is valid; null: there is no valid link. */
  invitedUntil: timestamp.nullable(),
  /** Accurate to ten minutes; null: no open session. */
  lastSeenAt: timestamp.nullable(),
});

/** A member as managers see it. */
export const clinicMember = member.extend({ hasSecondFactor: z.boolean() });

export const memberInput = z.object({ email, role: memberRole });
export const memberPatch = z.object({
  role: memberRole.optional(),
  status: z.enum(['active', 'blocked']).optional(),
});

/** A new invitation. Only this response contains the code. */
export const invitation = z.object({
  member,
  /** Fragment of the invitation link: `/convite#CODE`. */
  code: z.string(),
  expiresAt: timestamp,
  /** True if the link was also sent to the member by e-mail. */
  isMailed: z.boolean(),
});

const code = z.string(requiredAs('Abra o link do convite.')).max(100, 'Este link não está completo.');

export const invitationCode = z.object({ code });
export const invitationInfo = z.object({
  /** Name of the inviting account. */
  clinic: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  role: memberRole,
  expiresAt: timestamp,
});
export const invitationAcceptInput = z.object({
  code,
  name: memberName,
  password: newPassword('Escolha uma senha.'),
});
export const invitationAcceptReply = z.object({ email: z.string() });

export const apiToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: timestamp,
  /** Name of the member who created the token, or of the account. A member's removal also revokes the member's tokens. */
  createdBy: z.string(),
  expiresAt: timestamp,
  /** Accurate to ten minutes. */
  lastUsedAt: timestamp.nullable(),
});

export const apiTokenInput = z.object({
  name: singleLine(limits.apiToken.nameLength, { required: 'Dê um nome ao token.' }),
  scopes: z
    .array(z.enum(tokenScopes), requiredAs('Escolha o que o token pode fazer.'))
    .min(1, 'Escolha o que o token pode fazer.')
    .max(20)
    .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
  /** Validity in days. */
  days: z
    .number(requiredAs('Escolha por quanto tempo o token vale.'))
    .int(notInteger)
    .min(1, 'No mínimo 1 dia.')
    .max(limits.apiToken.maxDays, `No máximo ${limits.apiToken.maxDays} dias.`),
});
/** A new API token. Only this response contains the token itself. */
export const newApiToken = apiToken.extend({ token: z.string() });

export type ClinicMember = z.infer<typeof clinicMember>;
export type Member = z.infer<typeof member>;
export type Invitation = z.infer<typeof invitation>;
export type InvitationInfo = z.infer<typeof invitationInfo>;
export type ApiToken = z.infer<typeof apiToken>;
export type NewApiToken = z.infer<typeof newApiToken>;
