/** Collects the state of a screen for its heartbeat (web/player/README 6.5). */
import { engineName, freeStorageMb } from '../device/browser.ts';
import type { Sound } from '../device/sound.ts';
import type { Radio } from '../screen/radio/radio.ts';
import type { Playback } from '../playback/playback.ts';
import type { ScreenClock } from '../server/clock/clock.ts';

declare const __VERSION__: string;

/** Returns a function that creates a report. The report has the free storage that the previous report measured. */
export function createScreenReport(
  playback: Pick<Playback, 'report'>,
  clock: ScreenClock,
  sound: Pick<Sound, 'isBlocked'>,
  radio: Pick<Radio, 'report'>,
  isClockUnknown: () => boolean,
): () => Record<string, unknown> {
  let freeMb: number | null = null;
  return () => {
    const { shownForMs, ...playbackReport } = playback.report();
    const now = clock.utcMs(performance.now());
    const playingSince =
      now !== null && playbackReport.videoId !== null ? new Date(now - shownForMs).toISOString() : null;
    const radioReport = radio.report();
    void freeStorageMb().then((value) => {
      freeMb = value;
    });
    return {
      ...playbackReport,
      playingSince,
      soundBlocked: sound.isBlocked(),
      radio: radioReport.radio,
      radioSilentSince:
        now !== null && radioReport.radio === 'silent' ? new Date(now - radioReport.silentForMs).toISOString() : null,
      clockUnknown: isClockUnknown(),
      freeStorageMb: freeMb,
      version: __VERSION__,
      engine: engineName(),
    };
  };
}
