import { useSignals } from '@preact/signals-react/runtime';
import type { Video } from '../../../src/contract/media.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { dateOfDay, dayOfMinute, localMinuteAt } from './local-time.ts';
import { validityBadge } from './validity.ts';

/** Shows that a content ends soon, has ended or has not begun, by the clinic's clock; nothing otherwise. */
export function ValidityBadge({ video }: { video: Pick<Video, 'validFrom' | 'validUntil'> }) {
  useSignals();
  const badge = validityBadge(video, dateOfDay(dayOfMinute(localMinuteAt(useNow(60_000)))));
  return badge && <Badge tone={badge.tone}>{badge.text}</Badge>;
}
