/** Lists of screens say what plays now and until when: then they are read again, whatever page is open. */
import { effect } from '@preact/signals-react';
import { invalidate, readResource } from './resources/resource.ts';
import { signedInId } from './session.ts';

/** The computer's clock and the server's are not the same; one that is ahead does not ask without end. */
const lateMs = 500;
const leastMs = 10_000;
/** Longer ones overflow a timer. */
const longestMs = 86_400_000;

export function startProgrammeTurns(): void {
  let askedAt = 0;
  effect(() => {
    if (signedInId.value === undefined) return undefined;
    const turns = (readResource('GET /api/my-players') ?? []).flatMap(({ playsNow: { until } }) => until ?? []);
    if (turns.length === 0) return undefined;
    const now = Date.now();
    const next = turns.reduce((first, each) => Math.min(first, Date.parse(each)), Infinity) + lateMs - now;
    const wait = Math.min(longestMs, Math.max(next, askedAt + leastMs - now, 0));
    const timer = setTimeout(() => {
      askedAt = Date.now();
      invalidate('GET /api/my-players');
    }, wait);
    return () => clearTimeout(timer);
  });
}
