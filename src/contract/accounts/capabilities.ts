/** Capabilities of a person or an API token, by role or scopes (contract/README 1.19). No imports: the studio's bundle uses this file too. */

/** What may be changed with the capability of the same name, and read with the capability `NOUN:read`. */
const nouns = ['contents', 'playlists', 'programme', 'messages', 'radio', 'screens', 'calls', 'urgent'] as const;
type Noun = (typeof nouns)[number];

/**
 * A capability that a call needs. A noun permits changes, and `noun:read` permits reading.
 * - `self`: one's own sign-in; every person has it, but no API token
 * - `playlists:names`: the names of playlists, without their contents
 * - `account`: changes that concern the clinic as a whole; `account:read`: its usage and quotas
 * - `team`, `tokens`: members and API tokens; common accounts only
 */
export type Capability =
  | Noun
  | `${Noun}:read`
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

/** Capabilities of every role: everybody who may sign in sees everything in the studio. */
const readingEverything: readonly Capability[] = [
  'self',
  'account:read',
  'reports:read',
  'playlists:names',
  ...nouns.map((noun): Capability => `${noun}:read`),
];
const everything: readonly Capability[] = [...readingEverything, ...nouns, 'account'];

export const capabilitiesOfRole: Readonly<Record<MemberRole, ReadonlySet<Capability>>> = {
  owner: new Set([...everything, 'team', 'tokens']),
  editor: new Set([...readingEverything, 'contents', 'playlists', 'programme', 'messages', 'radio', 'screens']),
  reception: new Set([...readingEverything, 'calls', 'messages', 'urgent']),
  reader: new Set(readingEverything),
};

/** Managers are people of the platform; their accounts have neither members nor tokens. */
export const capabilitiesOfManager: ReadonlySet<Capability> = new Set(everything);

/** A token that writes messages needs the names of playlists, but not the URLs of their contents. */
const capabilitiesOfScope: Readonly<Record<TokenScope, readonly Capability[]>> = {
  calls: ['calls', 'calls:read', 'reports:read'],
  messages: ['messages', 'messages:read', 'playlists:names'],
  contents: ['contents', 'contents:read', 'playlists:names', 'playlists:read'],
  'screens:read': ['screens:read'],
  'reports:read': ['reports:read'],
  urgent: ['urgent', 'urgent:read'],
};

export const capabilitiesOfScopes = (scopes: readonly TokenScope[]): ReadonlySet<Capability> =>
  new Set(scopes.flatMap((scope) => capabilitiesOfScope[scope]));
