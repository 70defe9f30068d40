import type { Responses } from '../../server/requests/responses.ts';
import type { CachedResponses } from '../../server/requests/cached-responses.ts';

/** Stores a programme's state, so that it survives a restart of the page. */
export function createProgrammeMemory(cachedResponses: CachedResponses) {
  let isHeldStored = true;
  let wasTaken = false;
  const place = cachedResponses.load('resume').then((found) => {
    void cachedResponses.save('resume', undefined);
    return found;
  });
  const held = cachedResponses.load('held');
  return {
    /** Returns the stored position and held programme, but only once: the page may have crashed at that position. */
    async take(): Promise<{ place?: Responses['resume'] | undefined; held?: Responses['held'] | undefined }> {
      const found = { place: await place, held: await held };
      if (wasTaken) return {};
      wasTaken = true;
      return found;
    },
    saveHeld(next: Responses['held'] | undefined): void {
      if (next || isHeldStored) void cachedResponses.save('held', next);
      isHeldStored = next !== undefined;
    },
    savePlace: (next: Responses['resume'] | undefined) => cachedResponses.save('resume', next),
  };
}
