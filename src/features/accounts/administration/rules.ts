/** Rules for managing accounts (contract/README 1.3). */
import type { Quotas, QuotasInput } from '../../../contract/accounts/accounts.ts';
import type { UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';

export interface Profile {
  role: 'user' | 'admin';
  userType: 'common' | 'gestor' | 'admin';
}

export interface Target extends Profile {
  id: number;
  status: 'pending' | 'approved' | 'blocked';
}

export const isAdministrator = (profile: Profile): boolean => profile.role === 'admin' && profile.userType === 'admin';

/** Throws forbidden when a gestor reaches for any account but a common user's: his own would raise his own quotas. */
export function assertMayTouch(actor: UserActor, target: Target): void {
  if (isAdministrator(actor) || target.role === 'user') return;
  throw new AppError(
    'forbidden',
    `Apenas administradores podem alterar a conta de um ${isAdministrator(target) ? 'administrador' : 'gestor'}.`,
  );
}

export type Loss = 'block' | 'delete' | 'demote';

const ownAccount: Record<Loss, string> = {
  block: 'Você não pode bloquear a própria conta.',
  delete: 'Você não pode excluir a própria conta.',
  demote: 'Você não pode mudar o próprio perfil.',
};
const lastAdministrator: Record<Loss, string> = {
  block: 'O último administrador não pode ser bloqueado.',
  delete: 'O último administrador não pode ser excluído.',
  demote: 'O último administrador não pode mudar de perfil.',
};

/** Throws conflict for the actor's own account, and for the last of all `approvedAdministrators`. */
export function assertMayLose(actor: UserActor, target: Target, loss: Loss, approvedAdministrators: number): void {
  if (actor.userId === target.id) throw new AppError('conflict', ownAccount[loss]);
  if (isAdministrator(target) && target.status === 'approved' && approvedAdministrators <= 1)
    throw new AppError('conflict', lastAdministrator[loss]);
}

/**
 * Returns the changes that a call for quotas asks for (contract/README 1.7). The short form, which names neither
 * contents nor a feature, means the defaults where it names nothing; any other changes only what it names.
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

/** The account as the audit log names it. */
export const targetOf = ({ id, username }: { id: number; username: string }) =>
  ({ kind: 'account', id, name: username, accountId: id }) as const;

const quotaWords: Record<keyof Quotas, string> = {
  maxStorageGb: 'Armazenamento em GB',
  maxPlaylists: 'Playlists',
  maxVideos: 'Conteúdos',
  maxPlayers: 'Telas',
  canAccessBreakingNews: 'Mensagens',
  canAccessRadio: 'Som ambiente',
  canAccessManagement: 'Gestão',
};

/** Describes changed quotas in words. */
export function quotaChanges(before: Quotas, after: Quotas): Record<string, [string, string]> {
  const words = (value: Quotas[keyof Quotas]) =>
    value === null
      ? 'sem limite'
      : typeof value === 'boolean'
        ? value
          ? 'liberado'
          : 'não liberado'
        : value.toLocaleString('pt-BR');
  const names = Object.keys(quotaWords) as (keyof Quotas)[];
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [quotaWords[name], [words(before[name]), words(after[name])]]),
  );
}
