/** Capabilities of a person or an API token, by role or scopes (contract/README 1.19). No imports: for the studio. */

/** Capabilities that change something; each has a `:read` beside it. */
const changes = ['contents', 'playlists', 'programme', 'messages', 'radio', 'screens', 'calls', 'urgent'] as const;
type Change = (typeof changes)[number];

/**
 * One word for what a call needs. A noun changes it and `noun:read` looks at it.
 * - `self`: the own sign-in; every person has it, no API token
 * - `playlists:names`: which playlists there are, without what is in them
 * - `account`: what concerns the clinic as a whole; `account:read`: its use and quotas
 * - `team`, `tokens`: members and API tokens, of common accounts only
 */
export type Capability =
  | Change
  | `${Change}:read`
  | 'reports:read'
  | 'playlists:names'
  | 'account'
  | 'account:read'
  | 'team'
  | 'tokens'
  | 'self';

export const memberRoles = ['owner', 'editor', 'reception', 'reader'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Display names of the roles, in Portuguese. */
export const roleNames: Record<MemberRole, string> = {
  owner: 'Proprietário',
  editor: 'Editor',
  reception: 'Recepção',
  reader: 'Leitura',
};

export const tokenScopes = ['calls', 'messages', 'contents', 'screens:read', 'reports:read', 'urgent'] as const;
export type TokenScope = (typeof tokenScopes)[number];

/** Display names of the scopes, in Portuguese. */
export const scopeNames: Record<TokenScope, string> = {
  calls: 'Chamadas',
  messages: 'Mensagens',
  contents: 'Conteúdos',
  'screens:read': 'Ver telas',
  'reports:read': 'Ver relatórios',
  urgent: 'Avisos urgentes',
};

/** Whoever may sign in sees everything of the studio. */
const seeing: readonly Capability[] = [
  'self',
  'account:read',
  'reports:read',
  'playlists:names',
  ...changes.map((noun): Capability => `${noun}:read`),
];
const everything: readonly Capability[] = [...seeing, ...changes, 'account'];

export const capabilitiesOfRole: Readonly<Record<MemberRole, ReadonlySet<Capability>>> = {
  owner: new Set([...everything, 'team', 'tokens']),
  editor: new Set([...seeing, 'contents', 'playlists', 'programme', 'messages', 'radio', 'screens']),
  reception: new Set([...seeing, 'calls', 'messages', 'urgent']),
  reader: new Set(seeing),
};

/** Managers are persons of the platform: they have neither members nor tokens. */
export const capabilitiesOfManager: ReadonlySet<Capability> = new Set(everything);

/** Whoever writes messages has to name playlists, and needs no address of what is in them. */
const ofScope: Readonly<Record<TokenScope, readonly Capability[]>> = {
  calls: ['calls', 'calls:read'],
  messages: ['messages', 'messages:read', 'playlists:names'],
  contents: ['contents', 'contents:read', 'playlists:names', 'playlists:read'],
  'screens:read': ['screens:read'],
  'reports:read': ['reports:read'],
  urgent: ['urgent', 'urgent:read'],
};

export const capabilitiesOfScopes = (scopes: readonly TokenScope[]): ReadonlySet<Capability> =>
  new Set(scopes.flatMap((scope) => ofScope[scope]));
