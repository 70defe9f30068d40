/** Computes a screen's sound level from its volume and quiet hours (contract/README 9.13), and the quiet times of radio (7.5). */
import { itemAt } from '../../../src/contract/programme/programme.ts';
import type { DayWindow } from '../../../src/contract/programme/programme.ts';
import type { QuietTimes } from '../../../src/contract/radio.ts';
import type { ProgrammeTime, ScreenClock } from '../server/clock/clock.ts';
import type { Display } from '../server/requests/responses.ts';

export interface SoundLevel {
  /** Share of the sound of films and radio, 0 to 1. */
  gain: number;
  /** True if calls are silent too. */
  mutesCalls: boolean;
}

type SoundSettings = Pick<Display, 'volume' | 'quietHours'>;

/** True if the time is known and within a window: an unknown time must not silence a screen at noon. */
const isWithin = (windows: readonly DayWindow[], time: ProgrammeTime | null): boolean =>
  windows.length > 0 &&
  time?.isKnown === true &&
  itemAt({ validFrom: null, validUntil: null, windows }, time.offsets, time.utcMs).isShown;

/** True if radio and music are silent at this time, or during this playlist. */
export const isQuietAt = (quiet: QuietTimes, playlistId: number, time: ProgrammeTime | null): boolean =>
  quiet.playlistIds.indexOf(playlistId) >= 0 || isWithin(quiet.windows, time);

export function soundLevelAt(settings: SoundSettings, time: ProgrammeTime | null): SoundLevel {
  const { volume = 100, quietHours } = settings;
  const isQuiet = isWithin(quietHours ? [quietHours] : [], time);
  return { gain: isQuiet ? 0 : volume / 100, mutesCalls: isQuiet && quietHours?.mutesCalls === true };
}

/** Maximum silence after a start. Then the sound begins, even if neither storage nor server has given settings and time. */
const silentStartMs = 2_000;

/**
 * Calls `apply` when the level changes: by other settings, or at the beginning and end of the quiet hours. Films and radio
 * are silent until settings and time are known, because the page may have restarted within quiet hours.
 */
export function createSoundLevel(
  clock: Pick<ScreenClock, 'programmeTime'>,
  apply: (level: SoundLevel) => void,
  startedAt: number,
) {
  let settings: SoundSettings | undefined;
  let applied: SoundLevel = { gain: 0, mutesCalls: false };
  let checkedMinute = NaN;
  /** Offsets at the last check. The clock uses a new object when the server sends other offsets. */
  let checkedOffsets: ProgrammeTime['offsets'] | undefined;
  apply(applied);

  function check(now: number): void {
    const time = clock.programmeTime(now);
    const isDecided = settings !== undefined && (!settings.quietHours || time?.isKnown === true);
    if (!isDecided && now - startedAt < silentStartMs) return;
    const minute = time?.isKnown ? Math.floor(time.utcMs / 60_000) : -1;
    if (minute === checkedMinute && time?.offsets === checkedOffsets) return;
    checkedMinute = minute;
    checkedOffsets = time?.offsets;
    const level = soundLevelAt(settings ?? {}, time);
    if (level.gain === applied.gain && level.mutesCalls === applied.mutesCalls) return;
    applied = level;
    apply(level);
  }

  return {
    set(next: SoundSettings, now: number): void {
      settings = next;
      checkedMinute = NaN;
      check(now);
    },
    /** Applies the stored settings until the server's are known. */
    restore(stored: SoundSettings | undefined, now: number): void {
      if (!settings && stored) this.set(stored, now);
    },
    /** Call it several times a second. */
    tick: check,
  };
}
