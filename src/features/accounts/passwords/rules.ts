/**
 * Rules for new passwords (contract/README 1.10). `common-passwords.txt` was compiled for this product: sequences of digits
 * and keys, words and first names of Brazil and elsewhere, football clubs, years and dates, with common endings. It was not
 * copied from a published leak. Its entries have six characters or more, are in lower case and sorted.
 */
import { invalidField } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { commonPasswordsFile } from '../../../platform/process/assets.ts';
import { readText } from '../../../platform/storage/files.ts';

let commonPasswords: ReadonlySet<string> | undefined;

/** True if the password is in `common-passwords.txt`. Ignores case. */
export function isCommonPassword(password: string): boolean {
  commonPasswords ??= new Set(readText(commonPasswordsFile).trimEnd().split('\n'));
  return commonPasswords.has(password.normalize('NFKC').trim().toLowerCase());
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/** True if the letters of the password are a name or a word of a name, as in 'Quaresmeira2026!', which would be guessed first. */
function isOwnName(password: string, names: readonly string[]): boolean {
  const letters = lettersOf(password);
  const ownWords = names
    .flatMap((name) => [name, name.replace(/@.*/s, ''), ...name.split(/[^\p{L}\p{N}]+/u)])
    .map(lettersOf);
  return letters.length >= 4 && ownWords.includes(letters);
}

interface PasswordOwner {
  isAdministrator?: boolean;
  /** Names of the person and the clinic, and the e-mail. */
  names?: readonly string[];
}

/** Returns why the password is refused; undefined if it is accepted. The contract's schemas check the length for everybody. */
export function passwordDefect(
  password: string,
  { isAdministrator = false, names = [] }: PasswordOwner = {},
): string | undefined {
  if (isAdministrator && password.length < limits.password.administratorMin)
    return `A senha de um administrador deve ter pelo menos ${limits.password.administratorMin} caracteres.`;
  if (isCommonPassword(password))
    return 'Esta senha é uma das mais usadas e seria adivinhada logo. Escolha outra, por exemplo três palavras juntas.';
  if (isOwnName(password, names))
    return 'Esta senha é só o nome ou o email da conta, e seria adivinhada logo. Escolha outra, por exemplo três palavras juntas.';
  return undefined;
}

/** Throws invalid_input for a bad password. `field`: name of the request's field. */
export function assertGoodPassword(password: string, { field, ...owner }: PasswordOwner & { field: string }): void {
  const defect = passwordDefect(password, owner);
  if (defect) throw invalidField(field, defect);
}
