/** Makes the line that identifies a clinic in its advertising (contract/README 3.10). No imports: the studio uses this file. */

// prettier-ignore
export const states = [
  'AC', 'AL', 'AM', 'AP', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MG', 'MS', 'MT', 'PA', 'PB', 'PE', 'PI', 'PR', 'RJ', 'RN', 'RO',
  'RR', 'RS', 'SC', 'SE', 'SP', 'TO',
] as const;

/** Message that tells why a content about medicines is refused (error `medicine_refused`). */
export const medicineRefusal =
  'Publicidade de medicamento não pode ir para a sala de espera: a Resolução CFM 2.336/2023 não permite que médicos e clínicas anunciem medicamentos aos pacientes. Um conteúdo educativo, sem marca nem oferta, é informativo.';

/** A doctor with the numbers of the professional registrations. Unknown texts are empty. */
interface RegisteredDoctor {
  name: string;
  crmState: string;
  crm: string;
  rqe: string;
}

/** Fields of the clinic's profile (clinic.ts) from which the line is made. */
export interface Identification {
  name: string;
  crmPj: string;
  director: RegisteredDoctor;
  doctors: readonly (RegisteredDoctor & { specialty: string })[];
}

const registrationOf = ({ crmState, crm, rqe }: RegisteredDoctor): string[] => [
  ...(crm ? [`CRM${crmState && `/${crmState}`} ${crm}`] : []),
  ...(rqe ? [`RQE ${rqe}`] : []),
];

/**
 * Returns the line: clinic, CRM-PJ, and the technical director with CRM and RQE. If there is no director but exactly one doctor,
 * the line contains this doctor. Details that the profile lacks are omitted; with none of them the line is empty.
 */
export function identificationLine(profile: Identification): string {
  const { name, crmPj, director } = profile;
  const clinic = [...(name ? [name] : []), ...(crmPj ? [`CRM-PJ ${crmPj}`] : [])];
  const doctor = onlyDoctorOf(profile);
  const person = doctor
    ? // A specialty may be announced only with its registration (RQE).
      [`Médico(a): ${doctor.name}`, ...(doctor.rqe ? [doctor.specialty] : []), ...registrationOf(doctor)]
    : director.name
      ? [`Direção técnica médica: ${director.name}`, ...registrationOf(director)]
      : [];
  return [...clinic, ...person].filter((part) => part !== '').join(' · ');
}

/** Returns the doctor who is in the line instead of a technical director. */
const onlyDoctorOf = ({ director, doctors }: Identification) =>
  director.name === '' && doctors.length === 1 ? doctors[0] : undefined;

/** Returns in Portuguese which details that contract/README 3.10 requires are missing. Only specialists need an RQE. */
export function missingIdentification(profile: Identification): string[] {
  const { name, crmPj, director } = profile;
  const doctor = onlyDoctorOf(profile);
  if (doctor)
    return [
      ...(doctor.crm && doctor.crmState ? [] : [`CRM de ${doctor.name}, com o estado`]),
      ...(doctor.specialty && !doctor.rqe ? [`RQE de ${doctor.name}, para mostrar a especialidade`] : []),
    ];
  return [
    ...(name ? [] : ['nome da clínica']),
    ...(crmPj ? [] : ['CRM-PJ']),
    ...(director.name ? [] : ['diretor técnico']),
    ...(director.crm && director.crmState ? [] : ['CRM do diretor técnico, com o estado']),
  ];
}

/** Returns the digits and letters of a typed CNPJ, without punctuation and in capitals. */
export const normalizeCnpj = (typed: string): string => typed.replace(/[\s./-]/g, '').toUpperCase();

/** True for 12 digits or (since July 2026) letters with two correct check digits, unless all characters are equal. */
export function isCnpj(cnpj: string): boolean {
  if (!/^[\dA-Z]{12}\d{2}$/.test(cnpj) || /^(.)\1*$/.test(cnpj)) return false;
  const check = (length: number): number => {
    let sum = 0;
    for (let i = 0; i < length; i += 1) sum += (cnpj.charCodeAt(i) - 48) * (((length - 1 - i) % 8) + 2);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  return check(12) === Number(cnpj[12]) && check(13) === Number(cnpj[13]);
}
