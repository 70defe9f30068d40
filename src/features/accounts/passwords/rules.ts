/**
 * Rules for new passwords (contract/README 1.10). `common-passwords.txt` was put together for this product from what is
 * well known: rows of digits and keys, words and first names of Brazil and elsewhere, clubs, years and dates, with the
 * endings people give them. It is no copy of a published leak. Six characters or more, lower case, sorted.
 */
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import { commonPasswordsFile } from '../../../platform/process/assets.ts';
import { readText } from '../../../platform/storage/files.ts';

let common: ReadonlySet<string> | undefined;

/** Among the first that anybody guesses; upper and lower case are alike. */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(readText(commonPasswordsFile).trimEnd().split('\n'));
  return common.has(password.normalize('NFKC').trim().toLowerCase());
}

const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();

/** Whoever knows whose account it is tries 'quaresmeira', 'Quaresmeira2026!' and 'Clínica Quaresmeira' first: a name, or a word of it, and no letter more. */
function isOwnName(password: string, names: readonly string[]): boolean {
  const letters = lettersOf(password);
  const tried = names
    .flatMap((name) => [name, name.replace(/@.*/s, ''), ...name.split(/[^\p{L}\p{N}]+/u)])
    .map(lettersOf);
  return letters.length >= 4 && tried.includes(letters);
}

interface PasswordOwner {
  isAdministrator?: boolean;
  /** Names of the person and the clinic, and the e-mail. */
  names?: readonly string[];
}

/** Why the password may not be taken, as a sentence; undefined for a good one. The lengths of everybody's are the contract's. */
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

/** Throws invalid_input at `field`. */
export function assertGoodPassword(password: string, { field, ...owner }: PasswordOwner & { field: string }): void {
  const defect = passwordDefect(password, owner);
  if (defect) throw new AppError('invalid_input', defect, { fields: { [field]: defect } });
}
