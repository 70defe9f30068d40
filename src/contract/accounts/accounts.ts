import * as z from 'zod';
import { type Capability, capabilitiesOfRole, memberRoles } from './capabilities.ts';
import { id, pageQuery, search, singleLine, notInteger, requiredAs, timestamp } from '../common.ts';
import { graphemeCount } from '../text/graphemes.ts';
import { limits } from '../limits.ts';
import { fits, isBlank } from '../text/clean.ts';

/** An IANA time zone that this server supports (contract/README 1.16). */
export const timeZone = z
  .string(requiredAs('Escolha um fuso horário da lista.'))
  .max(64, 'Escolha um fuso horário da lista.');

export const timeZoneInput = z.object({ timeZone });
/** Time zones to choose from; the zones of Brazil are among them. */
export const timeZones = z.object({ zones: z.array(z.string()) });

/** `admin`: a manager of either kind; `userType` tells which. */
export const role = z.enum(['user', 'admin']);
export const userType = z.enum(['common', 'gestor', 'admin']);
export const memberRole = z.enum(memberRoles, { error: 'Escolha o papel na equipe.' });
export const accountStatus = z.enum(['pending', 'approved', 'blocked']);

const invalidEmail = 'Email inválido';

export const email = z
  .string(requiredAs(invalidEmail))
  .transform((value) => value.trim().toLowerCase())
  .pipe(z.email(invalidEmail).max(limits.emailLength, invalidEmail));

const passwordRequired = 'Senha é obrigatória';

export const newPassword = (required: string) =>
  z
    .string(requiredAs(required))
    .refine((value) => !isBlank(value), { error: required, abort: true })
    .min(limits.password.min, `A senha deve ter pelo menos ${limits.password.min} caracteres.`)
    .max(limits.password.max, `A senha deve ter no máximo ${limits.password.max} caracteres.`);

export const username = singleLine(limits.username.max, { required: 'Nome de usuário é obrigatório' }).refine(
  (value) => !fits(value, limits.username.max) || graphemeCount(value) >= limits.username.min,
  `O nome deve ter pelo menos ${limits.username.min} caracteres.`,
);

export const credentials = z.object({
  email,
  password: z.string(requiredAs(passwordRequired)).min(1, passwordRequired).max(1024),
});

export const approval = z.object({
  /** False also for a browser that registered no account. */
  isApproved: z.boolean(),
  /** True if no approval is to be expected: the account was blocked, or this browser registered none in the last 30 days. */
  isOver: z.boolean(),
  /** True if the server has a mail server, and so mails the approval; null for a browser without a waiting account. */
  sendsMail: z.boolean().nullable(),
});

export const registration = z.object({
  username,
  email,
  password: newPassword(passwordRequired),
  /** The access code itself, for clients that did not call `POST /api/register/validate-code` first. */
  accessCode: z.string().max(64).optional(),
});

export const accessCodeInput = z.object({ code: z.string().max(64) });

export const featureFlags = z.object({
  canAccessBreakingNews: z.boolean(),
  canAccessRadio: z.boolean(),
  canAccessManagement: z.boolean(),
});

/** An account. `storageUsed` and `storageLimit` are in MB. */
const account = z.object({
  id,
  username: z.string(),
  email: z.string(),
  role,
  userType,
  storageUsed: z.number(),
  storageLimit: z.number(),
  /** IANA time zone; the server's own until the account chooses one. */
  timeZone: z.string(),
  ...featureFlags.shape,
});

/** The team member who is signed in (contract/README 1.19). */
const signedInMember = z.object({ id, name: z.string(), email: z.string(), role: memberRole });

/** The account as the studio shows it (contract/README 1.1), with the member who is signed in. */
export const user = account.extend({
  /** null: the account's owner is signed in. */
  member: signedInMember.nullable(),
  /** Capabilities of the signed-in person. */
  capabilities: z.array(z.enum([...capabilitiesOfRole.owner] as [Capability, ...Capability[]])),
});

/** The account with the used part of each quota. */
export const userWithUsage = account.extend({
  videoCount: z.number(),
  maxVideos: z.number(),
  playlistCount: z.number(),
  maxPlaylists: z.number(),
  playerCount: z.number(),
  maxPlayers: z.number().nullable(),
  messageCount: z.number(),
  /** Time of the pending request for more space (contract/README 1.12). */
  spaceRequestedAt: timestamp.nullable(),
});

export const spaceRequest = z.object({ spaceRequestedAt: timestamp });

/** Short form of an account, for selection lists. */
export const listedAccount = z.object({
  id,
  username: z.string(),
  email: z.string(),
  role,
  userType,
  status: accountStatus,
  createdAt: timestamp,
});

/** Without `limit`: all accounts, sorted by status and id; with `limit` sorted by e-mail. */
export const listedAccountsQuery = z.object({
  id: z.coerce.number().int().optional(),
  search,
  /** `approved`: only approved accounts; `withScreens`: only approved accounts with paired screens. */
  only: z.enum(['approved', 'withScreens']).optional(),
  /** Only accounts without access to this category. */
  withoutCategory: z.coerce.number().int().optional(),
  ...pageQuery(z.object({ id, email: z.string() })),
});

/** An account in the list for managers (contract/README 1.1). `storageUsed` in GB. */
export const listedAccountWithCounts = listedAccount.extend({
  storageUsed: z.number(),
  maxStorageGb: z.number(),
  maxPlaylists: z.number(),
  maxVideos: z.number(),
  maxPlayers: z.number().nullable(),
  timeZone: z.string(),
  ...featureFlags.shape,
  actualPlaylistCount: z.number(),
  actualVideoCount: z.number(),
  actualPlayerCount: z.number(),
  actualBreakingNewsCount: z.number(),
  radioEnabled: z.boolean(),
  radioStationName: z.string().nullable(),
  hasSecondFactor: z.boolean(),
  /** True when a manager requires a second factor of everybody who signs in to this account. */
  requiresSecondFactor: z.boolean(),
  /** Time of the account's pending request for more space. */
  spaceRequestedAt: timestamp.nullable(),
});

export const userResponse = z.object({ message: z.string(), user: z.object({ id, username: z.string() }) });

export const currentPassword = z
  .string(requiredAs('Informe a sua senha atual.'))
  .min(1, 'Informe a sua senha atual.')
  .max(1024);

/** A change of one's own password (contract/README 1.13). */
export const passwordChange = z.object({
  currentPassword,
  newPassword: newPassword('Informe a nova senha.'),
  /** True: the account's API tokens and open invitations are revoked too; only an owner may send it. Omitted: they stay valid. */
  endTokens: z.boolean().optional(),
});

/** A change of one's own name and e-mail (contract/README 1.22). The server also checks an owner's name by `username` above. */
export const identityInput = z.object({
  currentPassword,
  username: singleLine(limits.memberNameLength, { required: 'Informe o nome.' }),
  email,
});
/** `email` stays the previous address until the owner of `pendingEmail` confirms it. null: there is nothing to confirm. */
export const identityChanged = user.extend({ pendingEmail: z.string().nullable() });
export const emailCode = z.object({
  code: z.string().trim().min(1, 'Digite o código.').max(40, 'Este código é longo demais.'),
});

/** A session as its owner sees it (contract/README 1.14). */
export const ownSession = z.object({
  /** Identifies the session in `DELETE /api/user/sessions/:key`; not part of the session's token. */
  key: z.string(),
  /** True for the session that sent this request. */
  isCurrent: z.boolean(),
  /** 'Chrome no Windows'; null: unknown. */
  device: z.string().nullable(),
  /** null: unknown. */
  address: z.string().nullable(),
  createdAt: timestamp,
  /** Accurate to ten minutes. */
  lastSeenAt: timestamp,
});

const authenticatorCode = z.string().trim().min(1, 'Digite o código.').max(40, 'Este código é longo demais.');

/** State of an account's second factor (contract/README 1.18). */
export const secondFactorState = z.object({
  isOn: z.boolean(),
  since: timestamp.nullable(),
  recoveryCodesLeft: z.number(),
  /** True if an administrator requires a second factor of all managers, or a manager requires it of everybody in this account. */
  isRequired: z.boolean(),
});

/** True when everybody who signs in to an account must use a second factor. */
export const secondFactorRequirement = z.object({ isRequired: z.boolean() });

/** A secret to type into an authenticator app, and the otpauth URI for its QR code. */
export const secondFactorKey = z.object({ secret: z.string(), uri: z.string() });
export const secondFactorCode = z.object({ code: authenticatorCode });
export const secondFactorProof = z.object({ currentPassword, code: authenticatorCode });
/** Returned once, when they are created. */
export const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export const userWithRecoveryCodes = recoveryCodes.extend({ user });

export const endedSessions = z.object({ ended: z.number() });

/** Numbers of API tokens and invitations revoked by a change or reset of the password; the account's sessions end too. */
const revoked = z.object({ tokens: z.number(), invitations: z.number() });
export const passwordResetResponse = userResponse.extend({ revoked });

export const resetPassword = z.object({ newPassword: newPassword('Por favor, preencha todos os campos.') });

const quota = z.number({ error: 'Informe um número.' }).min(0, 'Os valores das quotas devem ser positivos.');

export const quotas = z.object({
  maxStorageGb: z.number(),
  maxPlaylists: z.number(),
  maxVideos: z.number(),
  /** null: no limit. */
  maxPlayers: z.number().nullable(),
  ...featureFlags.shape,
});

/** Quotas and flags that a manager may set. Omitted fields: see contract/README 1.7. */
export const quotasInput = z.object({
  maxStorageGb: quota
    .min(limits.quota.storageGb.min, `No mínimo ${limits.quota.storageGb.min} GB.`)
    .max(limits.quota.storageGb.max, `No máximo ${limits.quota.storageGb.max} GB.`)
    .optional(),
  maxPlaylists: quota
    .int(notInteger)
    .min(limits.quota.playlists.min, `No mínimo ${limits.quota.playlists.min} playlist.`)
    .max(limits.quota.playlists.max, `No máximo ${limits.quota.playlists.max} playlists.`)
    .optional(),
  maxVideos: quota
    .int(notInteger)
    .max(limits.quota.videosMax, `No máximo ${limits.quota.videosMax} conteúdos.`)
    .optional(),
  maxPlayers: quota
    .int(notInteger)
    .min(limits.quota.players.min, `No mínimo ${limits.quota.players.min} tela.`)
    .max(limits.quota.players.max, `No máximo ${limits.quota.players.max} telas.`)
    .nullable()
    .optional(),
  ...featureFlags.partial().shape,
});

export const profileInput = z
  .object({ role, userType })
  .refine((value) => (value.role === 'user') === (value.userType === 'common'), {
    message: 'Perfil inválido: escolha Comum, Gestor ou Administrador.',
    path: ['userType'],
  });

export type AccountView = z.infer<typeof account>;
export type SignedInMember = z.infer<typeof signedInMember>;
export type User = z.infer<typeof user>;
export type SecondFactorState = z.infer<typeof secondFactorState>;
export type OwnSession = z.infer<typeof ownSession>;
export type UserWithUsage = z.infer<typeof userWithUsage>;
export type Revoked = z.infer<typeof revoked>;
export type ListedAccount = z.infer<typeof listedAccount>;
export type ListedAccountsQuery = z.infer<typeof listedAccountsQuery>;
export type ListedAccountWithCounts = z.infer<typeof listedAccountWithCounts>;
export type Quotas = z.infer<typeof quotas>;
export type QuotasInput = z.infer<typeof quotasInput>;
