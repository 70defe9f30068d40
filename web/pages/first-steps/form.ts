/** The fields of the first steps, and what is wrong with them before the server is asked. Pure: the server has the last word. */
import { contactTextOf, contactUrlOf } from '../../../src/contract/text/contact-address.ts';
import type { FirstSteps, FirstStepsInput } from '../../../src/contract/first-steps.ts';
import { graphemeCount } from '../../../src/contract/text/graphemes.ts';
import { limits } from '../../../src/contract/limits.ts';

export type Given = NonNullable<FirstSteps['given']>;

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

/** In the order in which they are asked; `fields`: what a step asks. */
export const steps = [
  { title: 'Clínica', fields: ['clinicName', 'contactName', 'contactAddress', 'timeZone'] },
  { title: 'Administrador', fields: ['username', 'email', 'password'] },
  { title: 'Backups', fields: ['backupDirectory'] },
  { title: 'Primeira TV', fields: ['screenName'] },
] as const satisfies { title: string; fields: readonly (keyof Values)[] }[];

/** Domain of the generated address, at which nobody reads mail. */
const drawnEmail = '@antessala.local';

export const beginning = ({ username, email, clinicName, contact, timeZone, backup }: Given): Values => ({
  clinicName: clinicName ?? '',
  contactName: contact.name ?? '',
  contactAddress: contact.url ? contactTextOf(contact.url) : '',
  username,
  email: email.endsWith(drawnEmail) ? '' : email,
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

/** The first step that asks something wrong; -1: none. */
export const stepOf = (errors: Errors): number =>
  steps.findIndex(({ fields }) => fields.some((field) => errors[field] !== undefined));

export const inputOf = (values: Values, { backup, timeZone }: Given): FirstStepsInput => {
  const { clinicName, username, email, password, screenName } = values;
  const backupDirectory = values.backupDirectory.trim();
  return {
    ...{ clinicName, username, email, password, screenName },
    contact: { name: values.contactName.trim() || null, address: values.contactAddress.trim() || null },
    // Unchanged, the zone keeps following the server's.
    timeZone: values.timeZone === timeZone ? null : values.timeZone,
    backupDirectory: backupDirectory === backup.directory ? null : backupDirectory,
  };
};
