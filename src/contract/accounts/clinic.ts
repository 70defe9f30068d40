/** Defines the clinic's profile, from which the identification line of its advertising is made (contract/README 3.10). */
import * as z from 'zod';
import { optionalText, singleLine } from '../common.ts';
import { limits } from '../limits.ts';
import { cleanLine } from '../text/clean.ts';
import { normalizeCnpj, isCnpj, states } from '../text/identification.ts';

const name = optionalText(limits.clinic.nameLength, cleanLine);
const textLike = (pattern: RegExp, sentence: string) =>
  optionalText(40, cleanLine).refine((typed) => pattern.test(typed), sentence);
const crm = textLike(/^\d{0,7}$/, 'Digite só os números do CRM, sem pontos.');
const rqe = textLike(/^(\d{1,7}(, ?\d{1,7}){0,3})?$/, 'Digite só números; separe vários por vírgula.');

/** A doctor's registration in a state's medical council. Fields that are not known yet are empty. */
const registration = { crmState: z.enum(['', ...states]), crm, rqe };

export const clinicDoctor = z.object({
  name: singleLine(limits.clinic.nameLength, { required: 'Digite o nome.' }),
  specialty: optionalText(limits.clinic.specialtyLength, cleanLine),
  ...registration,
});

export const clinicProfile = z.object({
  name,
  /** 14 characters, or empty. Input may contain punctuation. */
  cnpj: z
    .string()
    .max(40)
    .transform(normalizeCnpj)
    .refine((typed) => typed === '' || isCnpj(typed), 'Este CNPJ não existe: confira os números.'),
  /** The clinic's registration in the medical council. */
  crmPj: textLike(/^[\dA-Za-z./ -]{0,20}$/, 'Digite o número do registro da clínica no CRM.'),
  /** The technical director. */
  director: z.object({ name, ...registration }),
  doctors: z.array(clinicDoctor).max(limits.clinic.doctors, `No máximo ${limits.clinic.doctors} médicos.`),
});

export type ClinicProfile = z.infer<typeof clinicProfile>;
export type ClinicDoctor = z.infer<typeof clinicDoctor>;

/** The profile of an account that has not saved one. */
export const emptyProfile: ClinicProfile = {
  name: '',
  cnpj: '',
  crmPj: '',
  director: { name: '', crmState: '', crm: '', rqe: '' },
  doctors: [],
};
