/** The mail server as a form, and as the address that the server keeps. Pure. */
import type { Settings } from '../../../../../src/contract/settings.ts';

export type Security = 'starttls' | 'tls' | 'none';

export interface MailForm {
  host: string;
  port: string;
  security: Security;
  user: string;
  /** Empty: the kept one, when there is one. */
  password: string;
  from: string;
}

export type MailErrors = Partial<Record<keyof MailForm, string>>;

export const usualPorts: Record<Security, string> = { starttls: '587', tls: '465', none: '25' };

/** Placeholder of the stored password, as in the server's responses. */
const mask = '•••';

/** Returns the form's initial values. `keepsPassword`: the server has one already. */
export function mailFormOf({
  smtpUrl,
  ownFrom,
}: Pick<Settings['mail'], 'smtpUrl' | 'ownFrom'>): MailForm & { keepsPassword: boolean } {
  // MAIL_FROM, or what the server makes of its user, is not a choice of this page: saving must not make it one.
  const unset = { host: '', user: '', password: '', from: ownFrom ?? '', keepsPassword: false };
  if (smtpUrl === null) return { ...unset, port: usualPorts.starttls, security: 'starttls' };
  const url = new URL(smtpUrl);
  const security: Security =
    url.protocol === 'smtps:' ? 'tls' : url.searchParams.get('ignoreTLS') === 'true' ? 'none' : 'starttls';
  return {
    ...unset,
    host: url.hostname,
    // Where the address says none, the program that sends takes these, whatever the options.
    port: url.port || (url.protocol === 'smtps:' ? usualPorts.tls : usualPorts.starttls),
    security,
    user: decodeURIComponent(url.username),
    keepsPassword: url.password !== '',
  };
}

/** The kept password goes on with the same server and encryption only: the server asks for it again otherwise. */
export function isSameLogin(form: MailForm, initial: MailForm): boolean {
  const login = ({ host, port, security, user }: MailForm) =>
    [host.trim().toLowerCase(), port.trim(), security, user.trim()].join(' ');
  return login(form) === login(initial);
}

export function mailErrors({ host, port, from, user, password }: MailForm, keepsPassword: boolean): MailErrors {
  const errors: MailErrors = {};
  if (!/^[\w.:[\]-]+$/.test(host.trim())) errors.host = 'Informe o endereço do servidor.';
  if (!/^\d+$/.test(port.trim()) || Number(port) < 1 || Number(port) > 65_535) errors.port = 'De 1 a 65535';
  if (from.trim() !== '' && !from.includes('@'))
    errors.from = 'Use um email, como tv@clinica.com.br, ou Clínica <tv@clinica.com.br>';
  if (user.trim() !== '' && password === '' && !keepsPassword) errors.password = 'Informe a senha.';
  if (user.trim() === '' && password !== '') errors.user = 'Informe o usuário.';
  return errors;
}

/** Returns the address for the server. An empty password means the kept one; STARTTLS is required, not tried, or passwords could cross the network in the open. */
export function smtpUrlOf({ host, port, security, user, password }: MailForm): string {
  const login = user.trim() === '' ? '' : `${encodeURIComponent(user.trim())}:${encodeURIComponent(password || mask)}@`;
  const options = { starttls: '?requireTLS=true', tls: '', none: '?ignoreTLS=true' }[security];
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host.trim()}:${port.trim()}${options}`;
}
