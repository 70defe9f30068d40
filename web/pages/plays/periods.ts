/** Computes and formats the periods of the report on plays. Pure. */
import type { PlaysReport } from '../../../src/contract/plays.ts';
import type { ReportPeriod } from '../../../src/contract/report-period.ts';
import { dateText } from '../../components/programme/local-time.ts';

const utc = (day: string) => new Date(`${day}T00:00:00Z`);
const month = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Returns the first day of the period before or after the one that begins on `from`. */
export function adjacentPeriod(from: string, period: ReportPeriod, direction: -1 | 1): string {
  const date = utc(from);
  if (period === 'month') date.setUTCMonth(date.getUTCMonth() + direction);
  else date.setUTCDate(date.getUTCDate() + direction * (period === 'week' ? 7 : 1));
  return date.toISOString().slice(0, 10);
}

/** Returns a period as '16/10/2026', '12/10/2026 a 18/10/2026' or 'outubro de 2026'. */
export function periodText({ period, from, to }: Pick<PlaysReport, 'period' | 'from' | 'to'>): string {
  if (period === 'day') return dateText(from);
  return period === 'week' ? `${dateText(from)} a ${dateText(to)}` : month.format(utc(from));
}

/** Formats a duration in ms as '45 s', '12 min' or '3 h 05 min'. */
export function timeText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return `${Math.round(ms / 1000)} s`;
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60).toLocaleString('pt-BR')} h ${String(minutes % 60).padStart(2, '0')} min`;
}
