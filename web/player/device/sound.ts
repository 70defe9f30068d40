/** Plays media with sound if the browser permits it, otherwise muted until a key press or click. */
import { listen } from './dom.ts';

const isRefusedByPolicy = (error: unknown): boolean => (error as { name?: string } | null)?.name === 'NotAllowedError';

/** Tries to play with sound; returns false if the browser refuses. The media then continues muted. */
async function tryUnmuted(media: HTMLMediaElement): Promise<boolean> {
  media.muted = false;
  try {
    await media.play();
    return true;
  } catch (error) {
    // Other errors, such as media that ended meanwhile, are no refusal.
    if (!isRefusedByPolicy(error)) return true;
  }
  media.muted = true;
  await media.play().catch(() => undefined);
  return false;
}

export type Sound = ReturnType<typeof createSound>;

export function createSound() {
  let isBlocked = false;
  let isUnlocking = false;
  const muted = new Set<HTMLMediaElement>();
  const listeners: (() => void)[] = [];

  const unlock = (event: Event) => {
    if (!isBlocked || isUnlocking || !event.isTrusted) return;
    isUnlocking = true;
    const playing = Array.from(muted).filter((media) => !media.paused);
    void Promise.all(playing.map(tryUnmuted)).then((results) => {
      isUnlocking = false;
      if (results.every(Boolean)) unmuteAll();
    });
  };

  function unmuteAll(): void {
    isBlocked = false;
    muted.forEach((media) => {
      media.muted = false;
    });
    muted.clear();
    for (const run of listeners) run();
  }

  // Listen in the capture phase: an open dialog stops the propagation of its keys.
  const stops = (['keydown', 'click', 'touchend'] as const).map((type) => listen(type, unlock, { capture: true }));

  return {
    /** Plays the media, with sound if possible. Rejects only when it can't be played at all. */
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
    /** Calls `run` when the browser permits sound. */
    onUnlock: (run: () => void) => void listeners.push(run),
    stop: () => stops.forEach((stop) => stop()),
  };
}
