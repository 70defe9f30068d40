/** Lists Brazil's time zones, and returns the Portuguese name of any zone. No imports: the studio's bundle uses this file. */

export interface NamedZone {
  /** IANA name. */
  zone: string;
  /** Portuguese name of the region in which the zone is in use. */
  name: string;
}

/** All zones of Brazil, by UTC offset: -2, -3, -4, -5 hours. */
export const brazilianZones: readonly NamedZone[] = [
  { zone: 'America/Noronha', name: 'Fernando de Noronha' },
  { zone: 'America/Sao_Paulo', name: 'Brasília, São Paulo, Rio e Sul' },
  { zone: 'America/Bahia', name: 'Bahia' },
  { zone: 'America/Maceio', name: 'Alagoas e Sergipe' },
  { zone: 'America/Recife', name: 'Pernambuco' },
  { zone: 'America/Fortaleza', name: 'Ceará, Maranhão, Paraíba, Piauí e Rio Grande do Norte' },
  { zone: 'America/Belem', name: 'Amapá e leste do Pará' },
  { zone: 'America/Araguaina', name: 'Tocantins' },
  { zone: 'America/Santarem', name: 'Oeste do Pará' },
  { zone: 'America/Campo_Grande', name: 'Mato Grosso do Sul' },
  { zone: 'America/Cuiaba', name: 'Mato Grosso' },
  { zone: 'America/Manaus', name: 'Amazonas' },
  { zone: 'America/Porto_Velho', name: 'Rondônia' },
  { zone: 'America/Boa_Vista', name: 'Roraima' },
  { zone: 'America/Eirunepe', name: 'Sudoeste do Amazonas' },
  { zone: 'America/Rio_Branco', name: 'Acre' },
];

/** Accented spellings of the zones' cities, because IANA names have no accents. */
const accents: Record<string, string> = {
  'America/Sao_Paulo': 'São Paulo',
  'America/Noronha': 'Fernando de Noronha',
  'America/Maceio': 'Maceió',
  'America/Belem': 'Belém',
  'America/Araguaina': 'Araguaína',
  'America/Santarem': 'Santarém',
  'America/Cuiaba': 'Cuiabá',
  'America/Eirunepe': 'Eirunepé',
};

const brazil = new Set(brazilianZones.map(({ zone }) => zone));

/** Returns the city or country of a zone in Portuguese ('Manaus', 'Portugal'); for a zone without a place the IANA name. */
export function placeOfZone(zone: string): string {
  if (brazil.has(zone)) return accents[zone] ?? (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  try {
    const format = new Intl.DateTimeFormat('pt-BR', { timeZone: zone, timeZoneName: 'shortGeneric' });
    const name = format.formatToParts(0).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    // Intl returns an offset for a zone that belongs to no place, such as Etc/GMT+3.
    return name.startsWith('GMT') ? zone : name.replace(/^Horário:? /, '');
  } catch {
    return zone;
  }
}

/** Returns the display name of a zone: 'Amazonas (Manaus)', 'Nova York'. */
export function nameOfZone(zone: string): string {
  const place = placeOfZone(zone);
  const name = brazilianZones.find((each) => each.zone === zone)?.name;
  return name === undefined || name.includes(place) ? (name ?? place) : `${name} (${place})`;
}
