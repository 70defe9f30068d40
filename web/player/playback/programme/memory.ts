import type { Responses } from '../../server/requests/responses.ts';
import type { CachedResponses } from '../../server/requests/cached-responses.ts';

/** State of a programme that is kept over a restart of the page. */
export interface ProgrammeMemory {
  /** The place to go on at, and the programme that was held. Only the first time: a place that stops the page must not do so again. */
  take(): Promise<{ place?: Responses['resume']; held?: Responses['held'] }>;
  saveHeld(held: Responses['held'] | undefined): void;
  savePlace(place: Responses['resume'] | undefined): Promise<void>;
}

export function createProgrammeMemory(kept: CachedResponses): ProgrammeMemory {
  let isHeldKept = true;
  let isTaken = false;
  const place = kept.load('resume').then((found) => {
    void kept.save('resume', undefined);
    return found;
  });
  const held = kept.load('held');
  return {
    async take() {
      const found = { place: await place, held: await held };
      if (isTaken) return {};
      isTaken = true;
      return {
        ...(found.place ? { place: found.place } : {}),
        ...(found.held ? { held: found.held } : {}),
      };
    },
    saveHeld(next) {
      if (next || isHeldKept) void kept.save('held', next);
      isHeldKept = next !== undefined;
    },
    savePlace: (next) => kept.save('resume', next),
  };
}
