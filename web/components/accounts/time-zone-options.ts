/** Options of the time zone field: Brazil's zones, each with its UTC offset. */
import { brazilianZones, placeOfZone } from '../../../src/contract/programme/time-zones.ts';

interface ZoneOption {
  value: string;
  label: string;
}

/** Returns a zone's offset at a time, such as 'UTC−4'; '' if the browser does not know the zone. */
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

/** Returns Brazil's zones, and the chosen zone if it is none of them. */
export function zoneOptions(chosen: string, at: Date): ZoneOption[] {
  const isBrazilian = brazilianZones.some(({ zone }) => zone === chosen);
  return [...brazilianZones, ...(isBrazilian ? [] : [{ zone: chosen, name: placeOfZone(chosen) }])].map(
    ({ zone, name }) => ({ value: zone, label: labelWithOffset(name, zone, at) }),
  );
}
