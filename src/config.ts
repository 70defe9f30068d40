/** Reads the server's settings from the environment. Invalid values prevent the start; the error has one line for each. */
import { resolve } from 'node:path';
import * as z from 'zod';
import { registration } from './contract/accounts/accounts.ts';
import { limits } from './contract/limits.ts';
import { isNetwork } from './platform/http/access/proxies.ts';
import { logLevels } from './platform/log.ts';
import { dataFolder } from './platform/storage/data-folder.ts';
import { readIfThere, readText } from './platform/storage/files.ts';

const flag = z
  .enum(['1', '0', 'true', 'false', 'on', 'off', 'yes', 'no', ''])
  .transform((value) => ['1', 'true', 'on', 'yes'].includes(value))
  .default(false);

const code = z
  .string()
  .regex(/^[A-Za-z0-9]{4,10}$/, 'must be 4 to 10 letters and digits')
  .transform((value) => value.toUpperCase())
  .optional();

/** Validates a variable by the registration's schema. `refusal` replaces the schema's messages, which are for the studio. */
const registrationField = (field: 'email' | 'username' | 'password', refusal: string) =>
  z.string().transform((value, context) => {
    const { data } = registration.shape[field].safeParse(value);
    if (data === undefined) context.addIssue({ code: 'custom', message: refusal });
    return data ?? z.NEVER;
  });

const commaList = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim().toLowerCase())
    .filter(Boolean),
);

/** TRUST_PROXY: earlier releases took `on` or `off`; `off` is still accepted. */
const proxies = commaList
  .transform((networks, context) => {
    if (networks.length === 1 && ['0', 'false', 'off', 'no'].includes(networks[0] ?? '')) return [];
    const wrong = networks.find((item) => !isNetwork(item));
    if (wrong !== undefined)
      context.addIssue({
        code: 'custom',
        message: `names your proxies' addresses now instead of "${wrong}", as in TRUST_PROXY=127.0.0.1,::1 or 172.16.0.0/12`,
      });
    return networks;
  })
  .default([]);
/** True for a URL of scheme, host and port alone, because pages, cookies and links begin at the root. */
function isRootAddress(address: string): boolean {
  const { pathname, search, hash, username, password } = new URL(address);
  return /^\/*$/.test(pathname) && search + hash + username + password === '';
}

/** True for a host name or an IP address, such as `[::1]`. */
const isHostName = (host: string) =>
  /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*\.?$/.test(host) ||
  /^\[[0-9a-f:.]+\]$/.test(host);

const timeZone = z.string().refine((zone) => {
  try {
    return Boolean(new Intl.DateTimeFormat('pt-BR', { timeZone: zone }));
  } catch {
    return false;
  }
}, 'is not a known time zone');

const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .trim()
    .refine(
      (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
      `must be a number from ${min} to ${max}`,
    )
    .transform(Number);

/** True if the URL's user and password can be decoded: they contain no lone %. */
function isDecodable(address: string): boolean {
  try {
    const { username, password } = new URL(address);
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

const schema = z.object({
  PORT: wholeNumber(0, 65_535).default(8080),
  HOST: z.string().min(1).default('0.0.0.0'),
  DATA_DIR: z.string().min(1).default('./data'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
    .refine(
      isRootAddress,
      'must be the address alone, such as http://tv.clinica.com.br:8080: no path, user or question',
    )
    .optional(),
  ALLOWED_HOSTS: commaList
    .default([])
    .refine(
      (hosts) => hosts.every(isHostName),
      'must be host names without http://, port or path, separated by commas',
    ),
  ADMIN_EMAIL: registrationField(
    'email',
    `is not a valid e-mail of at most ${limits.emailLength} characters`,
  ).optional(),
  ADMIN_PASSWORD: registrationField(
    'password',
    `needs ${limits.password.min} to ${limits.password.max} characters, not only spaces`,
  ).optional(),
  ADMIN_USERNAME: registrationField(
    'username',
    `needs ${limits.username.min} to ${limits.username.max} characters that people can see`,
  ).default('Administrador'),
  ACCESS_CODE: code,
  PLAYER_MODE_PASSWORD: code,
  PLAYER_EXIT_CODE: code,
  PLAYER_RESET_CODE: code,
  DEVICE_RESET_CODE: code,
  MAX_UPLOAD_MB: wholeNumber(1, 102_400).default(1024),
  KEEP_ORIGINALS: flag,
  FFMPEG_PATH: z.string().optional(),
  FFPROBE_PATH: z.string().optional(),
  RHVOICE_PATH: z.string().optional(),
  PIPER_PATH: z.string().optional(),
  PIPER_MODEL: z.string().optional(),
  ESPEAK_PATH: z.string().optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://', abort: true })
    .refine(isDecodable, 'has a % in user or password that means nothing: write it as %25')
    .optional(),
  MAIL_FROM: z.string().optional(),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  ANTESSALA_TLS: z.enum(['off', 'local'], 'must be local or off').default('off'),
  TLS_PORT: wholeNumber(0, 65_535).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,512}$/, 'needs at least 16 letters, digits or . ~ + / = - _')
    .optional(),
  TRUST_PROXY: proxies,
  IMPORT_DIRS: z
    .string()
    .default('/media:/mnt:/run/media')
    .transform((value) =>
      value
        .split(':')
        .filter(Boolean)
        .map((path) => resolve(path)),
    ),
  BACKUP_DIR: z.string().optional(),
  BACKUP_KEEP: wholeNumber(1, 365).default(7),
  RADIO_ALLOW_PRIVATE: flag,
  TZ: timeZone.default('America/Sao_Paulo'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

type Name = keyof typeof schema.shape;
const names = Object.keys(schema.shape) as Name[];

/** Variables whose value may be in a file, at the path `<NAME>_FILE`, as Docker and systemd provide secrets. */
const secretNames = [
  'ADMIN_PASSWORD',
  'ACCESS_CODE',
  'PLAYER_MODE_PASSWORD',
  'PLAYER_EXIT_CODE',
  'PLAYER_RESET_CODE',
  'DEVICE_RESET_CODE',
  'SMTP_URL',
  'METRICS_TOKEN',
] as const satisfies readonly Name[];
const fileNames = secretNames.map((name) => `${name}_FILE`);

/** Variables of other programs whose names are similar to those of this server. */
const foreignNames = new Set(['HOSTS', 'POST', 'LOST', 'TZDIR', 'PORTS']);

export class ConfigError extends Error {}

export type Config = ReturnType<typeof readConfig>;

/** Reads and validates the settings. Throws ConfigError with one line for each invalid value. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const variables = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''));
  const nameErrors = Object.keys(variables).flatMap(misspellingError);
  if (nameErrors.length > 0) throw new ConfigError(nameErrors.join('\n'));
  readSecretFiles(variables);
  const parsed = schema.safeParse(variables);
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'));
  }
  const values = parsed.data;
  if (Boolean(values.TLS_CERT) !== Boolean(values.TLS_KEY))
    throw new ConfigError('TLS_CERT and TLS_KEY must be given together');
  const isLocalTls = values.ANTESSALA_TLS === 'local';
  if (isLocalTls && values.TLS_CERT)
    throw new ConfigError('ANTESSALA_TLS=local makes its own certificate: leave out TLS_CERT and TLS_KEY');
  if (values.TLS_PORT !== undefined && !isLocalTls && !values.TLS_CERT)
    throw new ConfigError('TLS_PORT: needs ANTESSALA_TLS=local, or TLS_CERT and TLS_KEY');
  const tlsPort = values.TLS_PORT ?? (isLocalTls ? 8443 : undefined);
  if (tlsPort !== undefined && tlsPort !== 0 && tlsPort === values.PORT)
    throw new ConfigError('TLS_PORT: http is on this port already; give https another');
  const codes = {
    accessCode: values.ACCESS_CODE,
    playerModePassword: values.PLAYER_MODE_PASSWORD,
    playerExitCode: values.PLAYER_EXIT_CODE,
    playerResetCode: values.PLAYER_RESET_CODE,
    deviceResetCode: values.DEVICE_RESET_CODE,
  };
  const givenCodes = Object.values(codes).filter((code) => code !== undefined);
  if (new Set(givenCodes).size < givenCodes.length)
    throw new ConfigError('Two of the five codes are equal: each has its own purpose, so they must differ');
  const dataDir = resolve(values.DATA_DIR);
  // A folder chosen in the browser is stored beside the database, so that a restore finds it too.
  const chosenBackupDir = readIfThere(dataFolder(dataDir).backupFolder)?.trim() || undefined;
  return {
    port: values.PORT,
    host: values.HOST,
    dataDir,
    publicUrl: values.PUBLIC_URL?.replace(/(?<!\/)\/+$/, ''),
    allowedHosts: values.ALLOWED_HOSTS,
    firstRun: {
      adminEmail: values.ADMIN_EMAIL,
      adminPassword: values.ADMIN_PASSWORD,
      adminUsername: values.ADMIN_USERNAME,
      codes,
    },
    maxUploadMb: values.MAX_UPLOAD_MB,
    keepOriginals: values.KEEP_ORIGINALS,
    ffmpegPath: values.FFMPEG_PATH,
    ffprobePath: values.FFPROBE_PATH,
    rhvoicePath: values.RHVOICE_PATH,
    piperPath: values.PIPER_PATH,
    piperModel: values.PIPER_MODEL && resolve(values.PIPER_MODEL),
    espeakPath: values.ESPEAK_PATH,
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    /** `local`: certificates of the server's own authority. */
    tls: isLocalTls
      ? ('local' as const)
      : values.TLS_CERT && values.TLS_KEY
        ? { cert: values.TLS_CERT, key: values.TLS_KEY }
        : undefined,
    /** Port of https beside http on `port`. If it is undefined and `tls` is set, `port` serves https. */
    tlsPort,
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY,
    backupDir: resolve(values.BACKUP_DIR ?? chosenBackupDir ?? dataFolder(dataDir).backups),
    importDirs: values.IMPORT_DIRS,
    isBackupDirGiven: values.BACKUP_DIR !== undefined,
    backupKeep: values.BACKUP_KEEP,
    radioAllowPrivate: values.RADIO_ALLOW_PRIVATE,
    timeZone: values.TZ,
    logLevel: values.LOG_LEVEL,
  };
}

/** Returns one error line if the name of a variable is close to that of a setting, otherwise none. */
function misspellingError(name: string): string[] {
  const ownNames = [...names, ...fileNames];
  if (ownNames.includes(name) || foreignNames.has(name) || !/^[A-Z][A-Z0-9_]*$/.test(name)) return [];
  // Short names are often similar to those of other programs, as TLS_KEY to SSL_KEY: allow fewer differences.
  const closest = ownNames.find((each) => distance(name, each) <= (each.length < 6 ? 0 : each.length < 9 ? 1 : 2));
  return closest === undefined ? [] : [`${name}: there is no such setting. Did you mean ${closest}?`];
}

/** Returns the edit distance of two names, or 3 if their lengths differ by more than 2. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let previousRow = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row += 1) {
    const currentRow = [row];
    for (let column = 1; column <= b.length; column += 1)
      currentRow.push(
        Math.min(
          (previousRow[column] ?? 0) + 1,
          (currentRow[column - 1] ?? 0) + 1,
          (previousRow[column - 1] ?? 0) + Number(a[row - 1] !== b[column - 1]),
        ),
      );
    previousRow = currentRow;
  }
  return previousRow[b.length] ?? 0;
}

/** Sets each variable with a `<NAME>_FILE` to the content of that file, without the final line break. Throws ConfigError. */
function readSecretFiles(variables: Record<string, string | undefined>): void {
  for (const name of secretNames) {
    const path = variables[`${name}_FILE`];
    if (path === undefined) continue;
    if (variables[name] !== undefined) throw new ConfigError(`${name} and ${name}_FILE: give one of them`);
    try {
      variables[name] = readText(path).replace(/\r?\n$/, '');
    } catch (error) {
      throw new ConfigError(`${name}_FILE: cannot be read (${(error as Error).message})`, { cause: error });
    }
    if (variables[name] === '') throw new ConfigError(`${name}_FILE: ${path} is empty`);
  }
}
