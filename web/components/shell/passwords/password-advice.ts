/** Advice on a new password while it is typed (contract/README 1.13). Pure: the server has the last word. */
import { limits } from '../../../../src/contract/limits.ts';
import { plainText } from '../../../ui/text/search-text.ts';

export type Owner = Record<'username' | 'email' | 'userType', string>;

/** Returns the minimum length of a new password for this profile. */
const minPasswordLength = (userType: string): number =>
  userType === 'admin' ? limits.password.administratorMin : limits.password.min;

const suggestion = 'Três palavras juntas são fáceis de lembrar e difíceis de adivinhar.';

/** The words of a person's name and address that a guesser tries first. */
function ownWords({ username, email }: Owner): string[] {
  const [local = ''] = email.split('@');
  return [...username.split(/[^\p{L}\p{N}]+/u), ...local.split(/[^\p{L}\p{N}]+/u)]
    .map(plainText)
    .filter((word) => word.length >= 4);
}

/** One sentence below the field. */
export function passwordAdvice(password: string, owner: Owner): string {
  const least = minPasswordLength(owner.userType);
  if (password === '') return `Pelo menos ${least} caracteres. ${suggestion}`;
  const { length } = password;
  if (length < least) return length === least - 1 ? 'Falta 1 caractere.' : `Faltam ${least - length} caracteres.`;
  if (length > limits.password.max) return `No máximo ${limits.password.max} caracteres.`;
  const plain = plainText(password);
  if (ownWords(owner).some((word) => plain.includes(word)))
    return 'Fraca: contém o seu nome ou email. Troque essa parte.';
  if (/^\d+$/.test(password)) return `Fraca: só números. ${suggestion}`;
  if (new Set(plain).size < 4) return `Fraca: repete os mesmos caracteres. ${suggestion}`;
  if (length < 10) return 'Razoável. Mais comprida fica mais segura: junte outra palavra.';
  return length < 14 ? 'Boa.' : 'Forte.';
}

export type PasswordForm = Record<'currentPassword' | 'newPassword', string>;

/** Validates the passwords before the server is asked. */
export function passwordErrors({ currentPassword, newPassword }: PasswordForm, { userType }: Pick<Owner, 'userType'>) {
  const least = minPasswordLength(userType);
  return {
    currentPassword: currentPassword === '' ? 'Informe a sua senha atual.' : undefined,
    newPassword:
      newPassword.trim() === ''
        ? 'Informe a nova senha.'
        : newPassword.length < least
          ? `A senha deve ter pelo menos ${least} caracteres.`
          : newPassword.length > limits.password.max
            ? `A senha deve ter no máximo ${limits.password.max} caracteres.`
            : newPassword === currentPassword
              ? 'A nova senha é igual à atual. Escolha outra.'
              : undefined,
  };
}
