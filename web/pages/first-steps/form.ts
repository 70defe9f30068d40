/** Validates and converts the setup form of a new server. Pure functions. */
import { contactTextOf, contactUrlOf } from '../../../src/contract/text/contact-address.ts';
import type { FirstSteps, FirstStepsInput } from '../../../src/contract/first-steps.ts';
import { graphemeCount } from '../../../src/contract/text/graphemes.ts';
import { limits } from '../../../src/contract/limits.ts';

/** What the server knows already. The form begins with these values. */
export type SetupInfo = NonNullable<FirstSteps['given']>;

export interface Values {
  clinicName: string;
  contactName: string;
  contactAddress: string;
  username: string;
  email: string;
  password: string;
  timeZone: string;
  backupDirectory: string;
  screenName: string;
}

/** The steps in their order, with the fields of each. */
export const steps = [
  { title: 'Clínica', fields: ['clinicName', 'contactName', 'contactAddress', 'timeZone'] },
  { title: 'Administrador', fields: ['username', 'email', 'password'] },
  { title: 'Backups', fields: ['backupDirectory'] },
  { title: 'Primeira TV', fields: ['screenName'] },
] as const satisfies { title: string; fields: readonly (keyof Values)[] }[];

/** Domain of the e-mail address that a new server invents for its administrator. No mail reaches such an address. */
const generatedEmailDomain = '@antessala.local';

export const initialValues = ({ username, email, clinicName, contact, timeZone, backup }: SetupInfo): Values => ({
  clinicName: clinicName ?? '',
  contactName: contact.name ?? '',
  contactAddress: contact.url ? contactTextOf(contact.url) : '',
  username,
  email: email.endsWith(generatedEmailDomain) ? '' : email,
  password: '',
  timeZone,
  backupDirectory: backup.directory,
  screenName: 'Recepção',
});

type Errors = Partial<Record<keyof Values, string | undefined>>;

export function errorsOf(values: Values): Errors {
  const { min, max } = limits.username;
  const nameLength = graphemeCount(values.username.trim());
  const { administratorMin, max: longest } = limits.password;
  return {
    clinicName: values.clinicName.trim() ? undefined : 'Informe o nome da clínica.',
    contactAddress:
      values.contactAddress.trim() && contactUrlOf(values.contactAddress) === undefined
        ? 'Use um número de WhatsApp com DDD, um email ou um endereço https://'
        : undefined,
    username: nameLength < min || nameLength > max ? `Use de ${min} a ${max} caracteres.` : undefined,
    email: /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(values.email.trim()) ? undefined : 'Email inválido',
    password:
      values.password.trim() === ''
        ? 'Informe a nova senha.'
        : values.password.length < administratorMin
          ? `A senha deve ter pelo menos ${administratorMin} caracteres.`
          : values.password.length > longest
            ? `A senha deve ter no máximo ${longest} caracteres.`
            : undefined,
    backupDirectory: values.backupDirectory.trim().startsWith('/')
      ? undefined
      : 'Use o caminho completo da pasta, como /media/backup.',
    screenName: values.screenName.trim() ? undefined : 'Dê um nome à tela.',
  };
}

/** Returns the index of the first step that has a field with an error, or -1. */
export const firstWrongStep = (errors: Errors): number =>
  steps.findIndex(({ fields }) => fields.some((field) => errors[field] !== undefined));

export const requestBodyOf = (values: Values, { backup, timeZone }: SetupInfo): FirstStepsInput => {
  const { clinicName, username, email, password, screenName } = values;
  const backupDirectory = values.backupDirectory.trim();
  return {
    ...{ clinicName, username, email, password, screenName },
    contact: { name: values.contactName.trim() || null, address: values.contactAddress.trim() || null },
    // null keeps the clinic's time zone equal to the server's.
    timeZone: values.timeZone === timeZone ? null : values.timeZone,
    backupDirectory: backupDirectory === backup.directory ? null : backupDirectory,
  };
};
