/** Plays the sound of a call: the chime and the words, one after the other on one permanent <audio>. */
import { element } from '../../device/dom.ts';
import type { Sound } from '../../device/sound.ts';
import { chimeWave } from './chime.ts';

/** A file that neither ends nor breaks. */
const longestMs = 12_000;
/** Time limit for the start of a file: some engines neither resolve nor reject play(). */
const startMs = 4_000;
/** Between two sayings of the same call. */
const breathMs = 600;

/** `stuck`: the element answers no more. */
type Outcome = 'heard' | 'silent' | 'broken' | 'stuck';

export function createCallSound(sound: Sound) {
  const audio = element('audio', { testId: 'call-sound' });
  audio.preload = 'auto';
  let chime = '';
  let isStopped = false;

  /** Resolves at the end of the file, or when it goes no further; `onStart` once it plays. */
  async function play(url: string, onStart: (outcome: 'heard' | 'silent') => void): Promise<Outcome> {
    audio.src = url;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    audio.onended = audio.onerror = end;
    const begun = await within<boolean | 'late'>(
      startMs,
      'late',
      sound.play(audio).then(
        () => true,
        () => false,
      ),
    );
    if (begun === 'late') {
      // What comes of it later is not to be heard beside the next call.
      audio.pause();
      audio.removeAttribute('src');
      return 'stuck';
    }
    if (!begun) return 'broken';
    const outcome = sound.isBlocked() || audio.muted || audio.volume === 0 ? 'silent' : 'heard';
    onStart(outcome);
    await within(longestMs, undefined, ended);
    return outcome;
  }

  return {
    node: audio,
    /**
     * Sounds `times` times; resolves at the end. `words`: local addresses, when they have come. `hasWords`: some are wanted.
     * `onPlayed` gets false once it is certain that nothing is audible, true as soon as something is, perhaps after a false.
     * Where nothing is wanted, nothing is missed: true, unless sound is refused.
     */
    async speak({
      withChime,
      words,
      hasWords,
      times,
      onPlayed,
    }: {
      withChime: boolean;
      words: Promise<string[]>;
      hasWords: boolean;
      times: number;
      onPlayed(isAudible: boolean): void;
    }): Promise<void> {
      if (withChime && !chime) chime = URL.createObjectURL(new Blob([chimeWave()], { type: 'audio/wav' }));
      let isAudible = !withChime && !hasWords && !sound.isBlocked();
      const onStart = (outcome: 'heard' | 'silent') => {
        isAudible = isAudible || outcome === 'heard';
        onPlayed(isAudible);
      };
      for (let time = 0; time < times && !isStopped; time += 1) {
        if (time > 0) await new Promise((resolve) => setTimeout(resolve, breathMs));
        let outcome: Outcome = 'broken';
        if (withChime) outcome = await play(chime, onStart);
        for (const url of await words) if (!isStopped && outcome !== 'stuck') outcome = await play(url, onStart);
        if (outcome === 'stuck' || (!withChime && (await words).length === 0)) break;
      }
      onPlayed(isAudible);
    },
    /** Heard by nobody while an urgent notice is shown. */
    silence(isSilent: boolean): void {
      audio.volume = isSilent ? 0 : 1;
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

/** Resolves with the work's result, or with `late` when it takes longer. */
function within<T>(ms: number, late: T, work: Promise<T>): Promise<T> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(late), ms);
    void work.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}
