/** The time zones as a list for people: Brazil's first, each with how far it is from UTC. */
import { brazilianZones, placeOfZone } from '../../../src/contract/programme/time-zones.ts';

export interface ZoneOption {
  value: string;
  label: string;
  disabled?: boolean;
}

const brazil = new Set(brazilianZones.map(({ zone }) => zone));
const collator = new Intl.Collator('pt-BR');

/** 'UTC−4'; '' where the browser does not know the zone. */
export function offsetText(zone: string, at: Date): string {
  try {
    const parts = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longOffset',
    }).formatToParts(at);
    const text = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    if (!sign || (hours === '00' && minutes === '00')) return 'UTC';
    return `UTC${sign === '-' ? '−' : '+'}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`;
  } catch {
    return '';
  }
}

const labelled = (name: string, zone: string, at: Date) => {
  const offset = offsetText(zone, at);
  return offset && offset !== name ? `${name} (${offset})` : name;
};

/** `zones`: what the server knows; `chosen` is there in any case. */
export function zoneOptions(zones: readonly string[], chosen: string, at: Date): ZoneOption[] {
  const others = [...new Set([...zones, chosen])]
    .filter((zone) => !brazil.has(zone))
    .map((zone) => ({
      zone,
      region: zone.includes('/') ? (zone.split('/')[0] ?? '') : '',
      place: placeOfZone(zone),
    }))
    .sort((a, b) => collator.compare(a.place, b.place))
    .map(({ zone, region, place }) => ({
      value: zone,
      label: labelled(region && zone !== 'UTC' ? `${place}, ${regionNames[region] ?? region}` : place, zone, at),
    }));
  return [
    ...brazilianZones.map(({ zone, name }) => ({ value: zone, label: labelled(name, zone, at) })),
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
