import { formatDate, formatTime } from '../../../../ui/text/format.ts';

const dayMs = 86_400_000;

/** Returns 'hoje às 10:35', 'ontem às 10:35' or date and time: texts that can follow 'de' in a sentence. */
export function momentText(iso: string, now = Date.now()): string {
  const isDaysAgo = (days: number) => formatDate(iso) === formatDate(new Date(now - days * dayMs).toISOString());
  const day = isDaysAgo(0) ? 'hoje' : isDaysAgo(1) ? 'ontem' : undefined;
  return `${day ?? formatDate(iso)} às ${formatTime(iso)}`;
}
