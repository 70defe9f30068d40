/** What is heard of a call: the chime and the words, one after the other on one permanent <audio>. */
import { element } from '../device/dom.ts';
import type { Sound } from '../device/sound.ts';
import { chimeWave } from './chime.ts';

/** A file that neither ends nor breaks. */
const longestMs = 12_000;
/** Between two sayings of the same call. */
const breathMs = 600;

export interface CallSound {
  node: HTMLElement;
  /**
   * Sounds `times` times. `words`: local addresses, when they have come. Resolves at the end; `onStart` once, with whether
   * it is heard. Nothing to sound counts as heard where sound is allowed.
   */
  say(saying: Saying): Promise<void>;
  /** Heard by nobody while an urgent notice is shown. */
  silence(isSilent: boolean): void;
  stop(): void;
}

export interface Saying {
  withChime: boolean;
  words: Promise<string[]>;
  times: number;
  onStart(isHeard: boolean): void;
}

export function createCallSound(sound: Sound): CallSound {
  const audio = element('audio', { testId: 'call-sound' });
  audio.preload = 'auto';
  let chime = '';
  let isStopped = false;

  /** Resolves at the end of the file, or when it goes no further; true: it was heard. */
  async function play(url: string, onStart: (isHeard: boolean) => void): Promise<void> {
    audio.src = url;
    const ended = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, longestMs);
      audio.onended = audio.onerror = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    try {
      await sound.play(audio);
      onStart(!sound.isBlocked());
    } catch {
      return;
    }
    await ended;
  }

  return {
    node: audio,
    async say({ withChime, words, times, onStart }) {
      if (withChime && !chime) chime = URL.createObjectURL(new Blob([chimeWave()], { type: 'audio/wav' }));
      for (let time = 0; time < times && !isStopped; time += 1) {
        if (time > 0) await new Promise((resolve) => setTimeout(resolve, breathMs));
        if (withChime) await play(chime, onStart);
        for (const url of await words) if (!isStopped) await play(url, onStart);
        if (!withChime && (await words).length === 0) break;
      }
      onStart(!sound.isBlocked());
    },
    silence(isSilent) {
      audio.volume = isSilent ? 0 : 1;
    },
    stop() {
      isStopped = true;
      audio.pause();
      audio.removeAttribute('src');
      audio.load();
      if (chime) URL.revokeObjectURL(chime);
    },
  };
}
