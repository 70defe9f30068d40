import * as z from 'zod';
import { email } from './accounts/accounts.ts';
import { singleLine, optionalText, timestamp } from './common.ts';
import { contactUrlOf } from './text/contact-address.ts';
import { limits } from './limits.ts';

/** 4 to 10 characters, stored in upper case. */
const code = z
  .string()
  .transform((value) => value.trim().toUpperCase())
  .refine((value) => /^[A-Z0-9]{4,10}$/.test(value), 'Use de 4 a 10 letras e números.');

/** The five codes (contract/README 1.9). */
export const codes = z.object({
  accessCode: z.string(),
  playerModePassword: z.string(),
  playerExitCode: z.string(),
  playerResetCode: z.string(),
  deviceResetCode: z.string(),
});

const codesPatch = z
  .object({
    accessCode: code,
    playerModePassword: code,
    playerExitCode: code,
    playerResetCode: code,
    deviceResetCode: code,
  })
  .partial();

/** Contact for people without an access code (contract/README 1.11). Both null: no contact is shown. */
export const contact = z.object({ name: z.string().nullable(), url: z.string().nullable() });

export const contactPatch = z.object({
  name: optionalText(limits.contactNameLength)
    .nullable()
    .transform((value) => value || null),
  /** A WhatsApp number, an e-mail or https address; null or empty: no contact. Stored as a link. */
  address: z
    .string()
    .nullable()
    .transform((value, context) => {
      if (!value?.trim()) return null;
      const url = contactUrlOf(value);
      if (url !== undefined) return url;
      context.addIssue({
        code: 'custom',
        message: 'Use um número de WhatsApp com DDD, um email ou um endereço https://',
      });
      return z.NEVER;
    }),
});

const logLevel = z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'Escolha um dos níveis da lista.');

/** Settings that an administrator may change while the server runs; the log level lasts until the next start. */
export const settingsPatch = codesPatch.extend({
  logLevel: logLevel.optional(),
  /** True: administrators and gestores need a second factor to sign in (contract/README 1.18). */
  requiresSecondFactor: z.boolean().optional(),
  /** Name of the clinic, the prefix of e-mail subjects; null: no prefix. */
  clinicName: singleLine(limits.clinicNameLength).nullable().optional(),
  contact: contactPatch.optional(),
  mail: z
    .object({
      /** smtp:// or smtps:// URL with user and password; null restores SMTP_URL. */
      smtpUrl: z
        .url({ protocol: /^smtps?$/, error: 'Use um endereço smtp:// ou smtps://' })
        .max(1024)
        .nullable()
        .optional(),
      /** Sender; null restores MAIL_FROM. */
      from: z.string().trim().max(254).nullable().optional(),
    })
    .optional(),
  /** Webhook that receives the e-mails for administrators (contract/README 14). */
  webhook: z
    .object({
      /** http or https URL; null removes the webhook with `secret` and `allowPrivate`. */
      url: z
        .url({ protocol: /^https?$/, error: 'Use um endereço que comece com https://' })
        .max(1024)
        .nullable()
        .optional(),
      /** Key of the signature; null: messages are not signed. */
      secret: z
        .string()
        .trim()
        .min(8, 'Use pelo menos 8 caracteres.')
        .max(200)
        // A lone surrogate (half an emoji) would be stored as another character.
        .refine((value) => !/\p{Surrogate}/u.test(value), 'Use letras, números e sinais.')
        .nullable()
        .optional(),
      /** True: permits http and addresses of the local network. */
      allowPrivate: z.boolean().optional(),
    })
    .optional(),
});

export const settings = z.object({
  codes,
  requiresSecondFactor: z.boolean(),
  clinicName: z.string().nullable(),
  contact,
  mail: z.object({
    isConfigured: z.boolean(),
    from: z.string().nullable(),
    /** Sender set in these settings; null when it comes from MAIL_FROM or the server's user name. */
    ownFrom: z.string().nullable(),
    /** URL in use, with its password replaced by •••; null if no URL is set. */
    smtpUrl: z.string().nullable(),
    /** True if the URL is set in these settings rather than by SMTP_URL. */
    isOwn: z.boolean(),
  }),
  webhook: z.object({
    /** URL of the webhook: scheme and host, then ••• because services put keys there. Null: no webhook. */
    address: z.string().nullable(),
    hasSecret: z.boolean(),
    allowPrivate: z.boolean(),
    /** Number of messages that wait to be sent. */
    waiting: z.number(),
    /** Time of the last delivery since the server started. */
    lastSentAt: timestamp.nullable(),
    /** Null if the last attempt succeeded. */
    failure: z.object({ at: timestamp, message: z.string() }).nullable(),
  }),
  version: z.string(),
  logLevel,
});

export const mailTest = z.object({ to: email });

/** URLs at which TVs and phones reach this server. */
export const installation = z.object({
  /** Absolute URLs on the local network, best first; PUBLIC_URL alone when it is set. */
  addresses: z.array(z.string()),
  /** Absolute https URLs; empty without TLS. */
  secureAddresses: z.array(z.string()),
  /** Path of the certificate to install on devices; null unless the server has its own authority. */
  caCertificate: z.string().nullable(),
});

export const overview = z.object({
  pendingUsers: z.number(),
  screens: z.object({ total: z.number(), online: z.number(), withProblems: z.number() }),
  failedMedia: z.number(),
  disk: z.object({
    /** null if the disk cannot be read. */
    freeMb: z.number().nullable(),
    totalMb: z.number().nullable(),
    mediaMb: z.number(),
    isLow: z.boolean(),
  }),
  lastBackupAt: timestamp.nullable(),
  /** True if /healthz reports a problem of the backups; a new server has 26 hours for its first backup. */
  isBackupOverdue: z.boolean(),
  /** Version of a newer release that this server can install; null if there is none, and for gestores, who cannot install it. */
  newerVersion: z.string().nullable(),
  /** A Portuguese sentence for each problem that /healthz lists, and for each guessing attack that continues. */
  problems: z.array(z.string()),
});

/** Health of the server, for people: `ok` if `problems` is empty. Programs use /readyz instead. */
export const health = z.object({
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  uptimeS: z.number(),
  ffmpeg: z.boolean(),
  /** `kept`: the system synchronizes the server's clock over the network (NTP); `adrift`: it does not. */
  clock: z.enum(['kept', 'adrift', 'unknown']),
  /** Age of the standby's copy in seconds; null: no standby follows. */
  standbyAgeS: z.number().nullable(),
  problems: z.array(z.string()),
});

export type Codes = z.infer<typeof codes>;
export type CodeName = keyof Codes;
export type Contact = z.infer<typeof contact>;
export type Settings = z.infer<typeof settings>;
export type SettingsPatch = z.infer<typeof settingsPatch>;
export type Installation = z.infer<typeof installation>;
export type Overview = z.infer<typeof overview>;
