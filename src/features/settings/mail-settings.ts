/** Reads and changes the settings of the mail server: the values from the settings page, or else those of the environment. */
import { AppError, invalidField } from '../../contract/errors.ts';
import type { Settings, SettingsPatch } from '../../contract/settings.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type Mail, MailRefusedError, type MailStep, type MailServer, senderOf } from '../../platform/mail.ts';
import type { SettingsStore } from './store.ts';

interface MailSettingsDeps {
  settings: Pick<SettingsStore, 'get' | 'set' | 'remove'>;
  /** SMTP_URL and MAIL_FROM. */
  environment: MailServer;
  mail: Pick<Mail, 'setServer' | 'deliverNow'>;
  database: Database;
}

export type MailSettings = ReturnType<typeof createMailSettings>;

/** Placeholder for the password in responses. A request that contains it keeps the stored password. */
const mask = '•••';
const keys = { smtpUrl: 'mail.smtpUrl', from: 'mail.from' } as const;
/** Allowed query options of the address. Other options of the mail library could log the session with the password. */
const allowedOptions = ['requireTLS', 'ignoreTLS', 'name', 'tls.rejectUnauthorized'];

/** Default ports of the protocols. */
const defaultPorts: Record<string, string> = { 'smtp:': '587', 'smtps:': '465' };

const refusals: Record<MailStep, string> = {
  connection: 'Não foi possível conectar ao servidor de email. Confira o endereço, a porta e a rede.',
  encryption: 'A conexão segura com o servidor de email falhou. Confira a porta, o tipo de segurança e o certificado.',
  login: 'O servidor de email recusou o usuário ou a senha.',
  sender: 'O servidor de email recusou o remetente.',
  recipient: 'O servidor de email recusou o destinatário.',
  message: 'O servidor de email recusou a mensagem.',
};

/** Applies the stored settings. Returns functions that read and change them. */
export function createMailSettings({ settings, environment, mail, database }: MailSettingsDeps) {
  const currentServer = (): MailServer => ({
    smtpUrl: settings.get(keys.smtpUrl) ?? environment.smtpUrl,
    from: settings.get(keys.from) ?? environment.from,
  });
  mail.setServer(currentServer());

  return {
    /** Returns the settings for the settings page, without the password. */
    masked(): Settings['mail'] {
      const server = currentServer();
      return {
        isConfigured: server.smtpUrl !== undefined,
        from: senderOf(server) ?? null,
        ownFrom: settings.get(keys.from) ?? null,
        smtpUrl:
          server.smtpUrl === undefined ? null : withPassword(server.smtpUrl, new URL(server.smtpUrl).password && mask),
        isOwn: settings.get(keys.smtpUrl) !== undefined,
      };
    },

    /** Changes the settings at once; null restores the environment's value. Throws invalid_input for a bad address or sender. */
    change(patch: NonNullable<SettingsPatch['mail']>): void {
      database.tx(() => {
        if (patch.smtpUrl) settings.set(keys.smtpUrl, readAddress(patch.smtpUrl, currentServer().smtpUrl));
        else if (patch.smtpUrl === null) settings.remove(keys.smtpUrl);
        if (patch.from) settings.set(keys.from, readSender(patch.from));
        else if (patch.from !== undefined) settings.remove(keys.from);
        database.afterCommit(() => mail.setServer(currentServer()));
      });
    },

    /** Sends a test e-mail. Throws conflict without a mail server, bad_gateway with the reason when the server refuses it. */
    async test(to: string): Promise<void> {
      if (currentServer().smtpUrl === undefined)
        throw new AppError('conflict', 'Nenhum servidor de email está configurado.');
      try {
        await mail.deliverNow(
          to,
          'Teste de email do Antessala',
          'Este é um email de teste enviado pela página de configurações do Antessala. O envio de emails está funcionando.',
        );
      } catch (error) {
        if (error instanceof MailRefusedError)
          throw new AppError('bad_gateway', refusals[error.step], { cause: error });
        throw error;
      }
    },
  };
}

function refuse(field: 'mail.smtpUrl' | 'mail.from', message: string): never {
  throw invalidField(field, message);
}

/** Returns the address, in which the stored password replaces `mask`. Throws invalid_input, also if that password could leak. */
function readAddress(typed: string, current: string | undefined): string {
  const url = new URL(typed);
  const isSimple =
    ['', '/'].includes(url.pathname) && [...url.searchParams.keys()].every((name) => allowedOptions.includes(name));
  if (!url.hostname || !isSimple || !isDecodable(url)) refuse('mail.smtpUrl', 'Use um endereço smtp:// ou smtps://');
  if (url.password !== encodeURIComponent(mask)) return typed;
  const saved = current === undefined ? undefined : new URL(current);
  if (!saved || !isSameLogin(url, saved) || !isAsSafe(url, saved)) refuse('mail.smtpUrl', 'Digite a senha novamente.');
  return withPassword(typed, saved.password);
}

function isSameLogin(typed: URL, stored: URL): boolean {
  const login = ({ protocol, hostname, port, username }: URL) =>
    [protocol, hostname.toLowerCase(), port || defaultPorts[protocol], decodeURIComponent(username)].join(' ');
  return login(typed) === login(stored);
}

/** True if the new address protects the password as well as the stored one does. */
function isAsSafe(typed: URL, stored: URL): boolean {
  const option = ({ searchParams }: URL, name: string) => searchParams.getAll(name).join();
  const isSameOr = (safe: string, name: string) => [safe, option(stored, name)].includes(option(typed, name));
  return isSameOr('', 'ignoreTLS') && isSameOr('', 'tls.rejectUnauthorized') && isSameOr('true', 'requireTLS');
}

/** Returns the address with this password. `password` is percent-encoded. */
function withPassword(address: string, password: string): string {
  const { protocol, username, host, pathname, search } = new URL(address);
  const login = username || password ? `${username}${password ? `:${password}` : ''}@` : '';
  return `${protocol}//${login}${host}${pathname}${search}`;
}

function isDecodable({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

/** Returns a valid sender, such as `tv@clinica.test` or `Clínica Sol <tv@clinica.test>`. Throws invalid_input. */
function readSender(typed: string): string {
  const isSender = /^(?:[^\s@<>",;]+@[^\s@<>",;]+|[^\r\n<>@]+<[^\s@<>",;]+@[^\s@<>",;]+>)$/.test(typed);
  return isSender ? typed : refuse('mail.from', 'Use um email, como tv@clinica.com.br, ou Clínica <tv@clinica.com.br>');
}
