/** Advice on a new password while it is typed (contract/README 1.13). Pure; the server decides. */
import { limits } from '../../../../src/contract/limits.ts';
import { foldForSearch } from '../../../../src/contract/text/search-text.ts';

export type PasswordOwner = Record<'username' | 'email' | 'userType', string>;

/** Returns the minimum length of a new password for this profile. */
const minPasswordLength = (userType: string): number =>
  userType === 'admin' ? limits.password.administratorMin : limits.password.min;

const suggestion = 'Três palavras juntas são fáceis de lembrar e difíceis de adivinhar.';

/** Returns the long words of a person's name and e-mail: an attacker would try them first. */
function personalWords({ username, email }: PasswordOwner): string[] {
  const [mailbox = ''] = email.split('@');
  return [...username.split(/[^\p{L}\p{N}]+/u), ...mailbox.split(/[^\p{L}\p{N}]+/u)]
    .map(foldForSearch)
    .filter((word) => word.length >= 4);
}

/** Returns the sentence below the field: missing characters, or the password's strength. */
export function passwordAdvice(password: string, owner: PasswordOwner): string {
  const min = minPasswordLength(owner.userType);
  if (password === '') return `Pelo menos ${min} caracteres. ${suggestion}`;
  const { length } = password;
  if (length < min) return length === min - 1 ? 'Falta 1 caractere.' : `Faltam ${min - length} caracteres.`;
  if (length > limits.password.max) return `No máximo ${limits.password.max} caracteres.`;
  const plain = foldForSearch(password);
  if (personalWords(owner).some((word) => plain.includes(word)))
    return 'Fraca: contém o seu nome ou email. Troque essa parte.';
  if (/^\d+$/.test(password)) return `Fraca: só números. ${suggestion}`;
  if (new Set(plain).size < 4) return `Fraca: repete os mesmos caracteres. ${suggestion}`;
  if (length < 10) return 'Razoável. Mais comprida fica mais segura: junte outra palavra.';
  return length < 14 ? 'Boa.' : 'Forte.';
}

export type PasswordForm = Record<'currentPassword' | 'newPassword', string>;

/** Validates a change of password before it is sent. Returns an error text per field. */
export function passwordErrors(
  { currentPassword, newPassword }: PasswordForm,
  { userType }: Pick<PasswordOwner, 'userType'>,
) {
  const min = minPasswordLength(userType);
  return {
    currentPassword: currentPassword === '' ? 'Informe a sua senha atual.' : undefined,
    newPassword:
      newPassword.trim() === ''
        ? 'Informe a nova senha.'
        : newPassword.length < min
          ? `A senha deve ter pelo menos ${min} caracteres.`
          : newPassword.length > limits.password.max
            ? `A senha deve ter no máximo ${limits.password.max} caracteres.`
            : newPassword === currentPassword
              ? 'A nova senha é igual à atual. Escolha outra.'
              : undefined,
  };
}
