/** Texts for the first and last day of a content. Pure. */
import type { Video } from '../../../src/contract/media.ts';
import type { Tone } from '../../ui/data/Badge.tsx';
import { dateText, dayOfDate } from './local-time.ts';

type Validity = Pick<Video, 'validFrom' | 'validUntil'>;

/** From this number of days before a content's last day the badge is shown. */
const warningDays = 7;

/** Returns 'vence em 3 dias' or 'a partir de 01/12/2026'; undefined if no badge is needed. `today`: '2026-11-22'. */
export function validityBadge(
  { validFrom, validUntil }: Validity,
  today: string,
): { text: string; tone: Tone } | undefined {
  if (validUntil !== null && validUntil < today) return { text: 'venceu, fora da TV', tone: 'danger' };
  if (validFrom !== null && validFrom > today) return { text: `a partir de ${dateText(validFrom)}`, tone: 'info' };
  if (validUntil === null) return undefined;
  const days = dayOfDate(validUntil) - dayOfDate(today);
  if (days > warningDays) return undefined;
  const when = days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`;
  return { text: `vence ${when}`, tone: 'warning' };
}
