/** Converts the mail server's settings between the form and the stored SMTP URL, and validates the form. Pure. */
import type { Settings } from '../../../../../src/contract/settings.ts';

export type Security = 'starttls' | 'tls' | 'none';

export interface MailForm {
  host: string;
  port: string;
  security: Security;
  user: string;
  /** An empty password keeps the stored password, if `isSameLogin`. */
  password: string;
  from: string;
}

export type MailErrors = Partial<Record<keyof MailForm, string>>;

export const defaultPorts: Record<Security, string> = { starttls: '587', tls: '465', none: '25' };

/** Placeholder for the stored password in the server's responses. A URL that contains it keeps that password when it is saved. */
const mask = '•••';

/** Returns the form's initial values. `hasStoredPassword`: the server has stored a password. */
export function mailFormOf({
  smtpUrl,
  ownFrom,
}: Pick<Settings['mail'], 'smtpUrl' | 'ownFrom'>): MailForm & { hasStoredPassword: boolean } {
  // Leave out a sender that comes from MAIL_FROM or the SMTP user, because saving would store it.
  const defaults = { host: '', user: '', password: '', from: ownFrom ?? '', hasStoredPassword: false };
  if (smtpUrl === null) return { ...defaults, port: defaultPorts.starttls, security: 'starttls' };
  const url = new URL(smtpUrl);
  const security: Security =
    url.protocol === 'smtps:' ? 'tls' : url.searchParams.get('ignoreTLS') === 'true' ? 'none' : 'starttls';
  return {
    ...defaults,
    host: url.hostname,
    // Without a port in the URL, the mail client uses these ports.
    port: url.port || (url.protocol === 'smtps:' ? defaultPorts.tls : defaultPorts.starttls),
    security,
    user: decodeURIComponent(url.username),
    hasStoredPassword: url.password !== '',
  };
}

/** True if server, port, encryption and user are unchanged. Otherwise the server requires the password again. */
export function isSameLogin(form: MailForm, initial: MailForm): boolean {
  const login = ({ host, port, security, user }: MailForm) =>
    [host.trim().toLowerCase(), port.trim(), security, user.trim()].join(' ');
  return login(form) === login(initial);
}

/** Validates the form. `keepsStoredPassword`: an empty password is valid, because the stored one is kept. */
export function mailErrors({ host, port, from, user, password }: MailForm, keepsStoredPassword: boolean): MailErrors {
  const errors: MailErrors = {};
  if (!/^[\w.:[\]-]+$/.test(host.trim())) errors.host = 'Informe o endereço do servidor.';
  if (!/^\d+$/.test(port.trim()) || Number(port) < 1 || Number(port) > 65_535) errors.port = 'De 1 a 65535';
  if (from.trim() !== '' && !from.includes('@'))
    errors.from = 'Use um email, como tv@clinica.com.br, ou Clínica <tv@clinica.com.br>';
  if (user.trim() !== '' && password === '' && !keepsStoredPassword) errors.password = 'Informe a senha.';
  if (user.trim() === '' && password !== '') errors.user = 'Informe o usuário.';
  return errors;
}

/** Returns the SMTP URL to save. STARTTLS is required, because a password could otherwise be sent unencrypted. */
export function smtpUrlOf({ host, port, security, user, password }: MailForm): string {
  const login = user.trim() === '' ? '' : `${encodeURIComponent(user.trim())}:${encodeURIComponent(password || mask)}@`;
  const options = { starttls: '?requireTLS=true', tls: '', none: '?ignoreTLS=true' }[security];
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${login}${host.trim()}:${port.trim()}${options}`;
}
