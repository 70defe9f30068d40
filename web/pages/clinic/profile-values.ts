/** Form values of the clinic's profile, named like the server's field errors. */
import type { ClinicProfile } from '../../../src/contract/accounts/clinic.ts';
import { normalizeCnpj, isCnpj } from '../../../src/contract/text/identification.ts';
import type { FormErrors } from '../../state/form/use-form.ts';

export interface ProfileValues extends Pick<ClinicProfile, 'name' | 'cnpj' | 'crmPj' | 'doctors'> {
  'director.name': string;
  'director.crmState': ClinicProfile['director']['crmState'];
  'director.crm': string;
  'director.rqe': string;
}

export function valuesOf({ director, ...rest }: ClinicProfile): ProfileValues {
  return {
    ...rest,
    cnpj: rest.cnpj.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5'),
    'director.name': director.name,
    'director.crmState': director.crmState,
    'director.crm': director.crm,
    'director.rqe': director.rqe,
  };
}

export function profileOf(values: ProfileValues): ClinicProfile {
  const { name, cnpj, crmPj, doctors } = values;
  const director = {
    name: values['director.name'],
    crmState: values['director.crmState'],
    crm: values['director.crm'],
    rqe: values['director.rqe'],
  };
  return { name, cnpj, crmPj, director, doctors };
}

/** Returns the error texts. `useForm` does not know `doctors.0.name`: if such a field has an error, `doctors` gets ''. */
export function profileErrors({ cnpj, doctors }: ProfileValues): FormErrors<ProfileValues> {
  const digits = normalizeCnpj(cnpj);
  const unnamedIndex = doctors.findIndex(({ name }) => name.trim() === '');
  return {
    cnpj: digits === '' || isCnpj(digits) ? undefined : 'Este CNPJ não existe: confira os números.',
    ...(unnamedIndex >= 0 && { doctors: '', [`doctors.${unnamedIndex}.name`]: 'Digite o nome.' }),
  };
}
