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
  /** `leaving`: fades out. */
  let state: 'free' | 'opening' | 'ready' | 'playing' | 'leaving' = 'free';
  let track: Track | null = null;
  let evening = 1;
  let source: Source | null = null;
  /** Number of the deck's use, so that late responses about an older one are ignored. */
  let use = 0;
  let [position, movedAt] = [-1, 0];
  const share = createFade(() => (state === 'playing' ? 1 : 0), applyVolume);
  audio.preload = 'auto';
  audio.onerror = () => audio.error && fail();

  function applyVolume(): void {
    audio.volume = level() * evening * fadeGain(share.level());
  }

  function free(): void {
    use += 1;
    state = 'free';
    track = null;
    share.jump();
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
    const current = use;
    sound.play(audio).catch(() => {
      if (use !== current || state === 'leaving') return;
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
    /** Opens a track; its loudness is evened by `gain`, 0 to 1. Never rejects. */
    async open(next: Track, gain: number): Promise<void> {
      const current = (use += 1);
      [state, track, evening, position, movedAt] = ['opening', next, gain, -1, performance.now()];
      try {
        const opened = await open(next);
        if (use !== current) return opened.release();
        source = opened;
        share.jump();
        audio.src = opened.url;
        await untilPlayable(audio);
        if (use === current) state = 'ready';
      } catch {
        if (use === current) fail();
      }
    },
    /** Plays the opened track, which fades in. */
    play(fadeInMs: number): void {
      state = 'playing';
      movedAt = performance.now();
      share.fade(fadeInMs);
      play();
    },
    /** Ends the use of the deck; a track that plays fades out. */
    leave(fadeOutMs: number): void {
      if (state === 'leaving') return;
      if (state !== 'playing') return free();
      state = 'leaving';
      share.fade(fadeOutMs);
    },
    /** Frees the deck at the end of its track or fade. Returns true if a track is heard. */
    check(now: number): boolean {
      if (audio.ended || (state === 'leaving' && share.level() === 0)) free();
      const hasMoved = audio.currentTime !== position;
      if (hasMoved) [position, movedAt] = [audio.currentTime, now];
      else if ((state === 'opening' || state === 'playing') && now - movedAt > stuckMs) fail();
      // Some engines pause a hidden page.
      else if (state === 'playing' && audio.paused) play();
      return hasMoved && state === 'playing' && !audio.muted;
    },
    free,
  };
}
