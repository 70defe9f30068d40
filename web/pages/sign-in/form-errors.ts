/** Finds errors in the sign-in forms before a request is sent, and explains refused sign-ins (contract/README 1.4 and 1.5). */
import type { ErrorCode } from '../../../src/contract/errors.ts';
import { graphemeCount } from '../../../src/contract/text/graphemes.ts';
import { limits } from '../../../src/contract/limits.ts';

export interface RegistrationValues {
  username: string;
  email: string;
  password: string;
}

export type Errors<T> = Partial<Record<keyof T, string>>;

/** Matches texts that look like an e-mail address, to find typing errors. The server checks the address again. */
const emailPattern = /^[^\s@"(),:;<>[\\\]]+@[^\s@"(),:;<>[\\\]]+\.[^\s@.]{2,}$/;

function emailError(email: string): string | undefined {
  return emailPattern.test(email.trim()) && email.trim().length <= limits.emailLength ? undefined : 'Email inválido';
}

type Login = Pick<RegistrationValues, 'email' | 'password'>;

export function loginErrors({ email, password }: Login): Errors<Login> {
  return onlyDefined({ email: emailError(email), password: password ? undefined : 'Senha é obrigatória' });
}

export function registrationErrors({ username, email, password }: RegistrationValues): Errors<RegistrationValues> {
  return onlyDefined({
    username: usernameError(username.trim()),
    email: emailError(email),
    password: passwordError(password),
  });
}

function usernameError(username: string): string | undefined {
  if (!username) return 'Nome de usuário é obrigatório';
  const length = graphemeCount(username);
  if (length < limits.username.min) return `O nome deve ter pelo menos ${limits.username.min} caracteres.`;
  if (length > limits.username.max) return `No máximo ${limits.username.max} caracteres.`;
  return undefined;
}

function passwordError(password: string): string | undefined {
  if (!password.trim()) return 'Senha é obrigatória';
  if (password.length < limits.password.min) return `A senha deve ter pelo menos ${limits.password.min} caracteres.`;
  if (password.length > limits.password.max) return `A senha deve ter no máximo ${limits.password.max} caracteres.`;
  return undefined;
}

function onlyDefined<T extends object>(errors: T): T {
  return Object.fromEntries(Object.entries(errors).filter(([, error]) => error !== undefined)) as T;
}

/** True if a login was refused because the account is not approved yet (contract/README 1.4). */
export function isPendingApproval(error: { text: string } | undefined): boolean {
  return error?.text.toLowerCase().includes('aguardando aprovação') ?? false;
}

/** Returns the error text of a refused login. For a blocked account the text also says whom to contact. */
export function refusalText({ code, message }: { code: ErrorCode | undefined; message: string }): string {
  return code === 'account_blocked' ? `${message}. Fale com quem administra a sua conta.` : message;
}

/** Prefilled text of a message to the commercial team. */
export const contactMessage = 'Olá! Gostaria de receber um código de acesso para criar minha conta no Antessala.';
