/** First and last day of a content, as people read them. Pure. */
import type { Video } from '../../../src/contract/media.ts';
import type { Tone } from '../../ui/data/Badge.tsx';
import { dateText, dayOfDate } from './local-time.ts';

type Validity = Pick<Video, 'validFrom' | 'validUntil'>;

/** Number of days before its end from which a hint is shown. */
const soonDays = 7;

/** 'vence em 3 dias', 'a partir de 01/12/2026'; undefined while there is nothing to say. `today`: '2026-11-22'. */
export function validityBadge(
  { validFrom, validUntil }: Validity,
  today: string,
): { text: string; tone: Tone } | undefined {
  if (validUntil !== null && validUntil < today) return { text: 'venceu, fora da TV', tone: 'danger' };
  if (validFrom !== null && validFrom > today) return { text: `a partir de ${dateText(validFrom)}`, tone: 'info' };
  if (validUntil === null) return undefined;
  const days = dayOfDate(validUntil) - dayOfDate(today);
  if (days > soonDays) return undefined;
  const when = days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`;
  return { text: `vence ${when}`, tone: 'warning' };
}
