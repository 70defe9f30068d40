/** Brazilian formats. Times are the signed-in account's, whatever the computer says; `zone` (IANA): another account's. */
import { signal } from '@preact/signals-react';
import { placeOfZone } from '../../../src/contract/programme/time-zones.ts';

/** Time zone of the signed-in person; the session sets it. */
export const ownZone = signal('America/Sao_Paulo');

const day = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const minute = { hour: '2-digit', minute: '2-digit' } as const;
const date = formatter(day);
const dateTime = formatter({ ...day, ...minute });
const time = formatter(minute);
const offset = formatter({ timeZoneName: 'longOffset', hour: '2-digit' });
const oneDecimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });

/** One for each zone, made when first needed. */
function formatter(options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (iso: string, zone = ownZone.value): string => {
    let format = made.get(zone);
    if (!format) made.set(zone, (format = inZone(zone, options)));
    return format.format(new Date(iso));
  };
}

/** An old browser may not know the zone: then the computer's own. */
function inZone(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('pt-BR', { ...options, timeZone });
  } catch {
    return new Intl.DateTimeFormat('pt-BR', options);
  }
}

/** '21/11/2026' */
export const formatDate = (iso: string, zone?: string) => date(iso, zone);
/** Formats a date in another account's zone; where its clocks show another time than the own: '20/11/2026 (Manaus)'. */
export const formatDateOf = (iso: string, zone: string) => date(iso, zone) + foreign(iso, zone);
/** '21/11/2026, 14:05' */
export const formatDateTime = (iso: string, zone?: string) => dateTime(iso, zone) + foreign(iso, zone);
/** '14:05'; of another account whose clocks show another time: '13:05 (Manaus)'. */
export const formatTime = (iso: string, zone?: string) => time(iso, zone) + foreign(iso, zone);

/** Names the zone where its clocks show another time than the own. */
function foreign(iso: string, zone = ownZone.value): string {
  return offset(iso, zone) === offset(iso) ? '' : ` (${placeOfZone(zone)})`;
}

/** Returns the offset of the own zone from UTC at a moment, in minutes. */
export function offsetMinutes(iso: string): number {
  const [, sign, hours, minutes] = /GMT([+\u2212-])(\d\d):?(\d\d)/.exec(offset(iso)) ?? [];
  const ahead = Number(hours ?? 0) * 60 + Number(minutes ?? 0);
  return sign === '+' ? ahead : -ahead;
}

/** MB -> '512 KB', '12,3 MB', '1,2 GB'. */
export function formatMb(mb: number): string {
  // From 1000 KB on, as people count: never '1.013,6 KB'.
  if (mb * 1024 < 999.95) return `${oneDecimal.format(mb * 1024)} KB`;
  return mb < 1024 ? `${oneDecimal.format(mb)} MB` : `${oneDecimal.format(mb / 1024)} GB`;
}

/** GB of MB: '1,2 GB'. */
export const formatGb = (mb: number) => `${oneDecimal.format(mb / 1024)} GB`;

/** Seconds -> '0:45', '12:05', '1:02:05'. */
export function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60), whole % 60];
  const tail = `${String(minutes).padStart(hours ? 2 : 1, '0')}:${String(rest).padStart(2, '0')}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** `plural(3, 'tela', 'telas')` -> '3 telas' */
export const plural = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

/** The name of the only one, or how many there are: 'Recepção', '3 telas'. */
export const nameOrCount = (items: readonly { name: string }[], many: string) =>
  items.length === 1 && items[0] ? items[0].name : `${items.length} ${many}`;

/** 'agora', 'há 3 min', 'há 5 h', 'há 2 dias', then the date; never broken over two lines. `nowMs`: Date.now(). */
export const formatAgo = (iso: string, nowMs: number) => ago(iso, nowMs).replaceAll(' ', '\u00a0');

function ago(iso: string, nowMs: number): string {
  const minutes = Math.floor((nowMs - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'agora';
  if (minutes < 60) return `há ${minutes} min`;
  if (minutes < 24 * 60) return `há ${Math.floor(minutes / 60)} h`;
  const days = Math.floor(minutes / (24 * 60));
  return days < 8 ? `há ${plural(days, 'dia', 'dias')}` : `em ${formatDate(iso)}`;
}
