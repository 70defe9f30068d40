/** Options of the time zone field: Brazilian zones first, each with its UTC offset. */
import { brazilianZones, placeOfZone } from '../../../src/contract/programme/time-zones.ts';

export interface ZoneOption {
  value: string;
  label: string;
  disabled?: boolean;
}

const brazil = new Set(brazilianZones.map(({ zone }) => zone));
const collator = new Intl.Collator('pt-BR');

/** Returns 'UTC−4'; '' if the browser does not know the zone. */
export function offsetText(zone: string, at: Date): string {
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    const text = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    if (!sign || (hours === '00' && minutes === '00')) return 'UTC';
    return `UTC${sign === '-' ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
  } catch {
    return '';
  }
}

const labelWithOffset = (name: string, zone: string, at: Date) => {
  const offset = offsetText(zone, at);
  return offset && offset !== name ? `${name} (${offset})` : name;
};

/** Returns the options for `zones` (those that the server knows), Brazil's zones and the chosen one. */
export function zoneOptions(zones: readonly string[], chosen: string, at: Date): ZoneOption[] {
  const others = [...new Set([...zones, chosen])]
    .filter((zone) => !brazil.has(zone))
    .map((zone) => ({ zone, region: zone.includes('/') ? (zone.split('/')[0] ?? '') : '', place: placeOfZone(zone) }))
    .sort((a, b) => collator.compare(a.place, b.place))
    .map(({ zone, region, place }) => ({
      value: zone,
      label: labelWithOffset(region && zone !== 'UTC' ? `${place}, ${regionNames[region] ?? region}` : place, zone, at),
    }));
  return [
    ...brazilianZones.map(({ zone, name }) => ({ value: zone, label: labelWithOffset(name, zone, at) })),
    ...(others.length > 0 ? [{ value: ' ', label: 'Outros países', disabled: true }] : []),
    ...others,
  ];
}

const regionNames: Record<string, string> = {
  Africa: 'África',
  America: 'América',
  Antarctica: 'Antártida',
  Asia: 'Ásia',
  Atlantic: 'Atlântico',
  Australia: 'Austrália',
  Europe: 'Europa',
  Indian: 'Índico',
  Pacific: 'Pacífico',
};
