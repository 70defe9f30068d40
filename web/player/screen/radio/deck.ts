/** One of the two <audio> elements of a soundtrack: it opens a track, plays it, and fades it out. */
import { createFade } from '../../device/fade.ts';
import type { Sound } from '../../device/sound.ts';
import type { Source } from '../../media/sources.ts';
import { untilPlayable } from '../../playback/stage/layer.ts';
import type { Track } from '../../server/requests/responses.ts';
import { fadeGain } from './tracks.ts';

export interface DeckOptions {
  audio: HTMLAudioElement;
  sound: Sound;
  open(track: Track): Promise<Source>;
  /** Returns the volume of all music, 0 to 1. */
  level(): number;
  /** Called when a track did not open or play; the deck is free again. `isBroken`: its bytes can't be decoded. */
  onFailed(track: Track, isBroken: boolean): void;
}

/** Time without progress after which a track counts as failed. */
const stuckMs = 10_000;

export type Deck = ReturnType<typeof createDeck>;

export function createDeck({ audio, sound, open, level, onFailed }: DeckOptions) {
  let state: 'free' | 'opening' | 'ready' | 'playing' | 'fadingOut' = 'free';
  let track: Track | null = null;
  let trackGain = 1;
  let source: Source | null = null;
  /** Counts the tracks that were opened or freed, so that late results about an earlier one are ignored. */
  let generation = 0;
  let [position, lastProgressAt] = [-1, 0];
  const fade = createFade(() => (state === 'playing' ? 1 : 0), applyVolume);
  audio.preload = 'auto';
  audio.onerror = () => audio.error && fail();

  function applyVolume(): void {
    audio.volume = level() * trackGain * fadeGain(fade.level());
  }

  function free(): void {
    generation += 1;
    state = 'free';
    track = null;
    fade.jump();
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
    source?.release();
    source = null;
  }

  function fail(): void {
    const [failed, isBroken] = [track, audio.error !== null];
    free();
    if (failed) onFailed(failed, isBroken);
  }

  function play(): void {
    const current = generation;
    sound.play(audio).catch(() => {
      if (generation !== current || state === 'fadingOut') return;
      // The browser refused: the track waits for a key or click.
      if (sound.isBlocked()) state = 'ready';
      else fail();
    });
  }

  const durationMs = () => 1_000 * (Number.isFinite(audio.duration) ? audio.duration : (track?.durationS ?? 0));

  return {
    node: audio,
    state: () => state,
    track: () => track,
    durationMs,
    leftMs: () => durationMs() - audio.currentTime * 1_000,
    applyVolume,
    /** Opens a track. `gain`: 0 to 1, makes it as loud as the others. Never rejects. */
    async open(next: Track, gain: number): Promise<void> {
      const current = (generation += 1);
      [state, track, trackGain, position, lastProgressAt] = ['opening', next, gain, -1, performance.now()];
      try {
        const opened = await open(next);
        if (generation !== current) return opened.release();
        source = opened;
        fade.jump();
        audio.src = opened.url;
        await untilPlayable(audio);
        if (generation === current) state = 'ready';
      } catch {
        if (generation === current) fail();
      }
    },
    /** Plays the opened track, which fades in. */
    play(fadeInMs: number): void {
      state = 'playing';
      lastProgressAt = performance.now();
      fade.start(fadeInMs);
      play();
    },
    /** Fades out a playing track; frees the deck of any other track. */
    fadeOut(fadeOutMs: number): void {
      if (state === 'fadingOut') return;
      if (state !== 'playing') return free();
      state = 'fadingOut';
      fade.start(fadeOutMs);
    },
    /** Frees the deck at its track's end, gives up a stuck track, resumes a paused one. Returns true if a track is audible. */
    check(now: number): boolean {
      if (audio.ended || (state === 'fadingOut' && fade.level() === 0)) free();
      const hasMoved = audio.currentTime !== position;
      if (hasMoved) [position, lastProgressAt] = [audio.currentTime, now];
      else if ((state === 'opening' || state === 'playing') && now - lastProgressAt > stuckMs) fail();
      // Some engines pause the media of a hidden page.
      else if (state === 'playing' && audio.paused) play();
      return hasMoved && state === 'playing' && !audio.muted;
    },
    free,
  };
}
