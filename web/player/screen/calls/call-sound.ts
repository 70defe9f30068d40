/** Plays the sound of a call: the chime and the speech clips, one after the other on one permanent <audio>. */
import { element } from '../../device/dom.ts';
import type { Sound } from '../../device/sound.ts';
import { chimeWave } from './chime.ts';

/** Time limit for a file that neither ends nor fails. */
const maxFileMs = 12_000;
/** Time limit for the start of a file: some engines neither resolve nor reject play(). */
const startMs = 4_000;
/** A busy device may start one file of a call too late. After a second late start the <audio> counts as stuck. */
const maxLateStarts = 1;
/** Pause between two repetitions of the same call. */
const repetitionPauseMs = 600;

/** `silent`: played without audible sound. `broken`: refused or not playable. `late`: not started in time. */
type Outcome = 'heard' | 'silent' | 'broken' | 'late';

export function createCallSound(sound: Sound) {
  const audio = element('audio', { testId: 'call-sound' });
  audio.preload = 'auto';
  let chime = '';
  let isStopped = false;
  /** Number of the latest announcement; earlier ones play no further file. */
  let announcement = 0;
  /** Ends the playing file. */
  let endFile: () => void = () => undefined;

  /** Plays a file; resolves at its end, or when it fails. Calls `onStart` once it plays. */
  async function play(url: string, onStart: (outcome: 'heard' | 'silent') => void): Promise<Outcome> {
    audio.src = url;
    const ended = new Promise<void>((resolve) => (endFile = resolve));
    audio.onended = audio.onerror = () => endFile();
    const started = await within<boolean | 'late'>(
      startMs,
      'late',
      sound.play(audio).then(
        () => true,
        () => false,
      ),
    );
    if (started === 'late') {
      // A late start must not be audible during the next call.
      audio.pause();
      audio.removeAttribute('src');
      return 'late';
    }
    if (!started) return 'broken';
    const outcome = sound.isBlocked() || audio.muted || audio.volume === 0 ? 'silent' : 'heard';
    onStart(outcome);
    await within(maxFileMs, undefined, ended);
    return outcome;
  }

  return {
    node: audio,
    /**
     * Plays the call `times` times and resolves at the end. `clips`: local addresses of the loaded clips. `hasClips`:
     * true if the call has clips, even if none was loaded. Calls `onPlayed` when a file starts and at the end: with true once
     * a file was audible. A call without chime and clips counts as audible, unless the browser refuses sound.
     */
    async speak({
      withChime,
      clips,
      hasClips,
      times,
      onPlayed,
    }: {
      withChime: boolean;
      clips: Promise<string[]>;
      hasClips: boolean;
      times: number;
      onPlayed(isAudible: boolean): void;
    }): Promise<void> {
      if (withChime && !chime) chime = URL.createObjectURL(new Blob([chimeWave()], { type: 'audio/wav' }));
      let isAudible = !withChime && !hasClips && !sound.isBlocked();
      const onStart = (outcome: 'heard' | 'silent') => {
        isAudible = isAudible || outcome === 'heard';
        onPlayed(isAudible);
      };
      let lateStarts = 0;
      const current = (announcement += 1);
      const canPlay = () => !isStopped && announcement === current && lateStarts <= maxLateStarts;
      const playNext = async (url: string) => {
        if (canPlay() && (await play(url, onStart)) === 'late') lateStarts += 1;
      };
      for (let time = 0; time < times && canPlay(); time += 1) {
        if (time > 0) await new Promise((resolve) => setTimeout(resolve, repetitionPauseMs));
        if (withChime) await playNext(chime);
        for (const url of await clips) await playNext(url);
        if (!withChime && (await clips).length === 0) break;
      }
      onPlayed(isAudible);
    },
    /** Ends the current announcement, whose words must not be heard any more. */
    interrupt(): void {
      announcement += 1;
      audio.pause();
      endFile();
    },
    /** Mutes the call while an urgent notice is shown, and in quiet hours. */
    mute(isMuted: boolean): void {
      audio.volume = isMuted ? 0 : 1;
    },
    stop(): void {
      isStopped = true;
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
      if (chime) URL.revokeObjectURL(chime);
    },
  };
}

/** Resolves with the result of `work`, or with `late` after `ms`. */
function within<T>(ms: number, late: T, work: Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(late), ms);
    void work.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
