/** Permission of this page to make sound: tried first, muted when the browser refuses, until any key or click. */
import { listen } from './dom.ts';

const isRefusedByPolicy = (error: unknown): boolean => (error as { name?: string } | null)?.name === 'NotAllowedError';

/** Turns the sound on. Where the browser does not accept a key as a gesture it pauses the media, which continues muted. */
async function isAllowed(media: HTMLMediaElement): Promise<boolean> {
  media.muted = false;
  try {
    await media.play();
    return true;
  } catch (error) {
    // Its turn is over meanwhile: the next one tries for itself.
    if (!isRefusedByPolicy(error)) return true;
  }
  media.muted = true;
  await media.play().catch(() => undefined);
  return false;
}

export type Sound = ReturnType<typeof createSound>;

export function createSound() {
  let isBlocked = false;
  let isTrying = false;
  const muted = new Set<HTMLMediaElement>();
  const listeners: (() => void)[] = [];

  const unlock = (event: Event) => {
    if (!isBlocked || isTrying || !event.isTrusted) return;
    isTrying = true;
    const playing = Array.from(muted).filter((media) => !media.paused);
    void Promise.all(playing.map(isAllowed)).then((answers) => {
      isTrying = false;
      if (answers.every(Boolean)) allow();
    });
  };

  function allow(): void {
    isBlocked = false;
    muted.forEach((media) => {
      media.muted = false;
    });
    muted.clear();
    for (const run of listeners) run();
  }

  // Caught on the way down: an open dialog keeps its keys to itself.
  const stops = (['keydown', 'click', 'touchend'] as const).map((type) => listen(type, unlock, { capture: true }));

  return {
    /** Plays, with sound if possible. Rejects only when it can't be played at all. */
    async play(media: HTMLMediaElement): Promise<void> {
      media.muted = isBlocked;
      if (isBlocked) muted.add(media);
      try {
        await media.play();
      } catch (error) {
        if (isBlocked || !isRefusedByPolicy(error)) throw error;
        isBlocked = true;
        media.muted = true;
        muted.add(media);
        await media.play();
      }
    },
    isBlocked: () => isBlocked,
    /** Runs when the browser gives the sound free. */
    onUnlock: (run: () => void) => void listeners.push(run),
    stop: () => stops.forEach((stop) => stop()),
  };
}
