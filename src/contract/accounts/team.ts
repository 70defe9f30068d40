/** An account's members, their invitations, and its API tokens (contract/README 1.19 to 1.21). */
import * as z from 'zod';
import { email, memberRole, newPassword } from './accounts.ts';
import { tokenScopes } from './capabilities.ts';
import { id, line, notWhole, requiredAs, timestamp } from '../common.ts';
import { limits } from '../limits.ts';

const memberName = line(limits.memberNameLength, { required: 'Informe o seu nome.' });

export const member = z.object({
  id,
  /** Name that the person entered; null until the invitation is accepted. */
  name: z.string().nullable(),
  email: z.string(),
  role: memberRole,
  status: z.enum(['invited', 'active', 'blocked']),
  createdAt: timestamp,
  /** End of a link that can still be used; null without one. */
  invitedUntil: timestamp.nullable(),
  /** Invited, but there is an own account with this e-mail: as long as there is, no link lets in. */
  hasOwnAccount: z.boolean(),
  /** By ten minutes; null: has no open session. */
  lastSeenAt: timestamp.nullable(),
});

export const memberInput = z.object({ email, role: memberRole });
export const memberPatch = z.object({
  role: memberRole.optional(),
  status: z.enum(['active', 'blocked']).optional(),
});

/** The code is in no other answer. */
export const invitation = z.object({
  member,
  /** Fragment of the invitation link: `/convite#CODE`. */
  code: z.string(),
  expiresAt: timestamp,
  /** It went to the member's address by mail, too. */
  isMailed: z.boolean(),
});

const code = z.string(requiredAs('Abra o link do convite.')).max(100, 'Este link não está completo.');

export const invitationCode = z.object({ code });
export const invitationInfo = z.object({
  /** Name of the account that invites. */
  clinic: z.string(),
  name: z.string().nullable(),
  email: z.string(),
  role: memberRole,
  expiresAt: timestamp,
});
export const invitationAnswer = z.object({
  code,
  name: memberName,
  password: newPassword('Escolha uma senha.'),
});
export const invitationAccepted = z.object({ email: z.string() });

export const apiToken = z.object({
  id,
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** By ten minutes. */
  lastUsedAt: timestamp.nullable(),
});

export const apiTokenInput = z.object({
  name: line(limits.apiToken.nameLength, { required: 'Dê um nome ao token.' }),
  scopes: z
    .array(z.enum(tokenScopes), requiredAs('Escolha o que o token pode fazer.'))
    .min(1, 'Escolha o que o token pode fazer.')
    .max(20)
    .transform((scopes) => tokenScopes.filter((scope) => scopes.includes(scope))),
  /** Days until its end. */
  days: z
    .number(requiredAs('Escolha por quanto tempo o token vale.'))
    .int(notWhole)
    .min(1, 'No mínimo 1 dia.')
    .max(limits.apiToken.maxDays, `No máximo ${limits.apiToken.maxDays} dias.`),
});
/** The token itself is in no other answer. */
export const newApiToken = apiToken.extend({ token: z.string() });

export type Member = z.infer<typeof member>;
export type Invitation = z.infer<typeof invitation>;
export type InvitationInfo = z.infer<typeof invitationInfo>;
export type ApiToken = z.infer<typeof apiToken>;
export type NewApiToken = z.infer<typeof newApiToken>;
