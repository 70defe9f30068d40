/** Rules for managing accounts (contract/README 1.3). */
import type { Quotas, QuotasInput } from '../../../contract/accounts/accounts.ts';
import type { UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';

export interface Profile {
  role: 'user' | 'admin';
  userType: 'common' | 'gestor' | 'admin';
}

export interface TargetAccount extends Profile {
  id: number;
  status: 'pending' | 'approved' | 'blocked';
}

export const isAdministrator = (profile: Profile): boolean => profile.role === 'admin' && profile.userType === 'admin';

/** Throws forbidden when a gestor changes an account that is not common, also his own: otherwise he could raise his quotas. */
export function assertMayChange(actor: UserActor, target: TargetAccount): void {
  if (isAdministrator(actor) || target.role === 'user') return;
  throw new AppError(
    'forbidden',
    `Apenas administradores podem alterar a conta de um ${isAdministrator(target) ? 'administrador' : 'gestor'}.`,
  );
}

/** `demote`: any change of the profile. */
export type Restriction = 'block' | 'delete' | 'demote';

const ownAccountErrors: Record<Restriction, string> = {
  block: 'Você não pode bloquear a própria conta.',
  delete: 'Você não pode excluir a própria conta.',
  demote: 'Você não pode mudar o próprio perfil.',
};
const lastAdministratorErrors: Record<Restriction, string> = {
  block: 'O último administrador não pode ser bloqueado.',
  delete: 'O último administrador não pode ser excluído.',
  demote: 'O último administrador não pode mudar de perfil.',
};

/** Throws conflict if the target is the actor's own account or the last approved administrator. */
export function assertMayRestrict(
  actor: UserActor,
  target: TargetAccount,
  kind: Restriction,
  approvedAdministrators: number,
): void {
  if (actor.userId === target.id) throw new AppError('conflict', ownAccountErrors[kind]);
  if (isAdministrator(target) && target.status === 'approved' && approvedAdministrators <= 1)
    throw new AppError('conflict', lastAdministratorErrors[kind]);
}

/**
 * Returns the quotas that a request changes (contract/README 1.7). If a request contains neither `maxVideos` nor a feature, the
 * quotas that it omits become the defaults in `limits.quota`, which differ from those of new accounts. In any other request
 * omitted quotas stay unchanged.
 */
export function quotaPatchOf(input: QuotasInput): QuotasInput {
  const { maxStorageGb, maxPlaylists, maxPlayers, ...others } = input;
  if (Object.values(others).some((value) => value !== undefined)) return input;
  const { storageGb, playlists, players } = limits.quota;
  return {
    maxStorageGb: maxStorageGb ?? storageGb.default,
    maxPlaylists: maxPlaylists ?? playlists.default,
    maxPlayers: maxPlayers === undefined ? players.default : maxPlayers,
  };
}

export const profileNames: Record<Profile['userType'], string> = {
  common: 'Comum',
  gestor: 'Gestor',
  admin: 'Administrador',
};

/** Returns the audit log's target for an account. */
export const targetOf = ({ id, username }: { id: number; username: string }) =>
  ({ kind: 'account', id, name: username, accountId: id }) as const;

const quotaLabels: Record<keyof Quotas, string> = {
  maxStorageGb: 'Armazenamento em GB',
  maxPlaylists: 'Playlists',
  maxVideos: 'Conteúdos',
  maxPlayers: 'Telas',
  canAccessBreakingNews: 'Mensagens',
  canAccessRadio: 'Som ambiente',
  canAccessManagement: 'Gestão',
};

/** Returns the changed quotas for the audit log, as label and texts before and after. */
export function quotaChanges(before: Quotas, after: Quotas): Record<string, [string, string]> {
  const text = (value: Quotas[keyof Quotas]) =>
    value === null
      ? 'sem limite'
      : typeof value === 'boolean'
        ? value
          ? 'liberado'
          : 'não liberado'
        : value.toLocaleString('pt-BR');
  const names = Object.keys(quotaLabels) as (keyof Quotas)[];
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [quotaLabels[name], [text(before[name]), text(after[name])]]),
  );
}
