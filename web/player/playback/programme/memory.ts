import type { Responses } from '../../server/requests/responses.ts';
import type { CachedResponses } from '../../server/requests/cached-responses.ts';

/** Keeps a programme's state over a restart of the page. */
export function createProgrammeMemory(kept: CachedResponses) {
  let isHeldKept = true;
  let isTaken = false;
  const place = kept.load('resume').then((found) => {
    void kept.save('resume', undefined);
    return found;
  });
  const held = kept.load('held');
  return {
    /** Returns the place to go on at and the programme that was held, once: a place that stops the page must not do so again. */
    async take(): Promise<{ place?: Responses['resume'] | undefined; held?: Responses['held'] | undefined }> {
      const found = { place: await place, held: await held };
      if (isTaken) return {};
      isTaken = true;
      return found;
    },
    saveHeld(next: Responses['held'] | undefined): void {
      if (next || isHeldKept) void kept.save('held', next);
      isHeldKept = next !== undefined;
    },
    savePlace: (next: Responses['resume'] | undefined) => kept.save('resume', next),
  };
}
