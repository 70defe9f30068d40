/** The password reset's checks, passwords and error texts (contract/README 1.10). */
import { limits } from '../../../../../src/contract/limits.ts';
import { plural } from '../../../../ui/text/format.ts';
import { generateText } from '../../../../ui/form/typing/generate-text.ts';
import { CallError, unknownError } from '../../../../api/client.ts';

/** Validates the form. */
export function resetError(password: string, minLength: number = limits.password.min): string | undefined {
  if (password.trim() === '') return 'Por favor, preencha todos os campos.';
  return password.length < minLength ? `A senha deve ter pelo menos ${minLength} caracteres.` : undefined;
}

/** Returns the minimum length of a new password for this profile. */
export const minPasswordLength = (userType: string): number =>
  userType === 'admin' ? limits.password.administratorMin : limits.password.min;

/** Letters and digits without the look-alikes 0 O o 1 I i L l. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Returns a password of 8 characters, or as many as an administrator needs. */
export const generatePassword = (minLength: number = limits.password.min) =>
  generateText(alphabet, Math.max(limits.password.generated, minLength));

/** Describes what ended beside the sessions, for the end of a text; empty when nothing did. */
export function revokedWords({ tokens, invitations }: { tokens: number; invitations: number }): string {
  const words = [
    ...(tokens > 0 ? [plural(tokens, 'token de API', 'tokens de API')] : []),
    ...(invitations > 0 ? [plural(invitations, 'convite', 'convites')] : []),
  ].join(' e ');
  return words && ` Também deixaram de valer: ${words}.`;
}

const byStatus: Partial<Record<number, string>> = {
  401: 'Você precisa estar logado como administrador',
  403: 'Acesso negado - apenas administradores podem resetar senhas',
  404: 'Usuário não encontrado',
  500: 'Erro interno do servidor - tente novamente em alguns segundos',
};

/** Returns the text of the toast 'Erro ao resetar senha'. */
export function resetFailure(error: unknown): string {
  const unreachable = 'Erro de comunicação com o servidor';
  if (!(error instanceof CallError)) return unreachable;
  const { status, text, message } = error;
  const known = /authentication required/i.test(text) ? byStatus[401] : byStatus[status];
  return known ?? (status === 0 || message === unknownError ? unreachable : message);
}
