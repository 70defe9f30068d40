/** Brazilian formats. Times are in the signed-in account's time zone, or in `zone`, the IANA time zone of another account. */
import { signal } from '@preact/signals-react';
import { placeOfZone } from '../../../src/contract/programme/time-zones.ts';

/** Time zone of the signed-in account; the session sets it. */
export const accountTimeZone = signal('America/Sao_Paulo');

const dateOptions = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const timeOptions = { hour: '2-digit', minute: '2-digit' } as const;
const date = formatter(dateOptions);
const dateTime = formatter({ ...dateOptions, ...timeOptions });
const time = formatter(timeOptions);
const offset = formatter({ timeZoneName: 'longOffset', hour: '2-digit' });
const oneDecimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** Returns a function that formats a time in a zone; it caches one formatter per zone. */
function formatter(options: Intl.DateTimeFormatOptions) {
  const formats = new Map<string, Intl.DateTimeFormat>();
  return (iso: string, zone = accountTimeZone.value): string => {
    let format = formats.get(zone);
    if (!format) formats.set(zone, (format = formatIn(zone, options)));
    return format.format(new Date(iso));
  };
}

/** Returns a formatter for the zone, or for the computer's own zone in an old browser that does not know it. */
function formatIn(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('pt-BR', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('pt-BR', options);
  }
}

/** Formats a date: '21/11/2026'. */
export const formatDate = (iso: string, zone?: string) => date(iso, zone);
/** Formats a date in another account's zone, named if its clocks show another time: '20/11/2026 (Manaus)'. */
export const formatDateWithZone = (iso: string, zone: string) => date(iso, zone) + zoneSuffix(iso, zone);
/** Formats date and time: '21/11/2026, 14:05'. */
export const formatDateTime = (iso: string, zone?: string) => dateTime(iso, zone) + zoneSuffix(iso, zone);
/** Formats a time: '14:05', or '13:05 (Manaus)' for another account whose clocks show another time. */
export const formatTime = (iso: string, zone?: string) => time(iso, zone) + zoneSuffix(iso, zone);

/** Returns ' (Manaus)' when the zone's clocks show another time than the signed-in account's, else ''. */
function zoneSuffix(iso: string, zone = accountTimeZone.value): string {
  return offset(iso, zone) === offset(iso) ? '' : ` (${placeOfZone(zone)})`;
}

/** Returns the offset of the account's zone from UTC at a moment, in minutes. */
export function offsetMinutes(iso: string): number {
  const [, sign, hours, minutes] = /GMT([+\u2212-])(\d\d):?(\d\d)/.exec(offset(iso)) ?? [];
  const total = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '+' ? total : -total;
}

/** Formats MB as '512 KB', '12,3 MB' or '1,2 GB'. */
export function formatMb(mb: number): string {
  // Above 999,9 KB use MB, to avoid '1.013,6 KB'.
  if (mb * 1024 < 999.95) return `${oneDecimal.format(mb * 1024)} KB`;
  return mb < 1024 ? `${oneDecimal.format(mb)} MB` : `${oneDecimal.format(mb / 1024)} GB`;
}

/** Formats MB as GB: '1,2 GB'. */
export const formatGb = (mb: number) => `${oneDecimal.format(mb / 1024)} GB`;

/** Formats seconds as '0:45', '12:05' or '1:02:05'. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, restSeconds] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, '0')}:${String(restSeconds).padStart(2, '0')}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** Formats a count with its noun: `plural(3, 'tela', 'telas')` is '3 telas'. */
export const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** Returns the name of a single item, or the number of several: 'Recepção', '3 telas'. */
export const nameOrCount = (items: readonly { name: string }[], many: string) =>
  items.length === 1 && items[0] ? items[0].name : `${items.length} ${many}`;

/** Returns the names, of many only the first ten: 'Recepção, Triagem ... e mais 597'. */
export const shortNames = (names: readonly string[]) =>
  names.length > 10 ? `${names.slice(0, 10).join(', ')} e mais ${names.length - 10}` : names.join(', ');

/** Formats a past time as 'agora', 'há 3 min', 'há 5 h', 'há 2 dias', or after 7 days the date, with no-break spaces. */
export const formatAgo = (iso: string, nowMs: number) => ago(iso, nowMs).replaceAll(' ', '\u00a0');

function ago(iso: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'agora';
  if (minutes < 60) return `há ${minutes} min`;
  if (minutes < 24 * 60) return `há ${Math.floor(minutes / 60)} h`;
  const days = Math.floor(minutes / (24 * 60));
  return days < 8 ? `há ${plural(days, 'dia', 'dias')}` : `em ${formatDate(iso)}`;
}
