/** Validates and generates passwords for a reset, and returns the texts about its result (contract/README 1.10). */
import { limits } from '../../../../../src/contract/limits.ts';
import { plural } from '../../../../ui/text/format.ts';
import { randomText } from '../../../../ui/form/typing/random-text.ts';
import { CallError, unknownError } from '../../../../api/client.ts';

/** Returns the text of the form's error, or undefined when the password is valid. */
export function passwordProblem(password: string, minLength: number = limits.password.min): string | undefined {
  if (password.trim() === '') return 'Por favor, preencha todos os campos.';
  return password.length < minLength ? `A senha deve ter pelo menos ${minLength} caracteres.` : undefined;
}

/** Returns the minimum length of a new password for an account of this type. */
export const minPasswordLength = (userType: string): number =>
  userType === 'admin' ? limits.password.administratorMin : limits.password.min;

/** Letters and digits without 0 O o 1 I i L l, which look alike. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';

/** Returns a password of 8 characters, or of `minLength` if that is more. */
export const generatePassword = (minLength: number = limits.password.min) =>
  randomText(alphabet, Math.max(limits.password.generated, minLength));

/** Returns a sentence about the revoked tokens and invitations, or '' if there were none. */
export function revokedText({ tokens, invitations }: { tokens: number; invitations: number }): string {
  const revoked = [
    ...(tokens > 0 ? [plural(tokens, 'token de API', 'tokens de API')] : []),
    ...(invitations > 0 ? [plural(invitations, 'convite', 'convites')] : []),
  ].join(' e ');
  return revoked && ` Também deixaram de valer: ${revoked}.`;
}

const textByStatus: Partial<Record<number, string>> = {
  401: 'Você precisa estar logado como administrador',
  403: 'Acesso negado - apenas administradores podem resetar senhas',
  404: 'Usuário não encontrado',
  500: 'Erro interno do servidor - tente novamente em alguns segundos',
};

/** Returns the description of the toast 'Erro ao resetar senha'. */
export function resetFailureText(error: unknown): string {
  const communicationError = 'Erro de comunicação com o servidor';
  if (!(error instanceof CallError)) return communicationError;
  const { status, text, message } = error;
  const textOfStatus = /authentication required/i.test(text) ? textByStatus[401] : textByStatus[status];
  return textOfStatus ?? (status === 0 || message === unknownError ? communicationError : message);
}
