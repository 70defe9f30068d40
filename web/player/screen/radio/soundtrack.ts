/** Plays the tracks of a soundtrack from the device, in random order; each fades into the next. */
import { element } from '../../device/dom.ts';
import type { Sound } from '../../device/sound.ts';
import { createItemFailures } from '../../media/item-failures.ts';
import type { MusicFiles } from '../../media/music-files.ts';
import { levellingGain, targetOf } from '../../playback/stage/loudness.ts';
import type { Track } from '../../server/requests/responses.ts';
import { createDeck, type Deck } from './deck.ts';
import { dueStep, chooseTrack, crossfadeMsOf } from './tracks.ts';

export interface SoundtrackOptions {
  sound: Sound;
  files(): Omit<MusicFiles, 'keep'> | undefined;
  /** Returns the volume of all music, 0 to 1. */
  level(): number;
  /** Called several times a second while tracks should play. */
  onAudibility(isAudible: boolean): void;
}

const tickMs = 250;
/** Duration of the fade of a track that is removed or switched off. */
const endFadeMs = 1_000;
/** Key in session storage, which survives restarts of the page: ids of the tracks played in this round, in order. */
const playedKey = 'antessala_played';

export function createSoundtrack({ sound, files, level, onAudibility }: SoundtrackOptions) {
  const failures = createItemFailures();
  const played = new Set((sessionStorage.getItem(playedKey) ?? '').split(',').map(Number));
  const decks = [createMusicDeck(), createMusicDeck()] as const;
  let tracks: readonly Track[] = [];
  let lastId = Array.from(played).pop() ?? null;
  let timer: ReturnType<typeof setInterval> | undefined;

  function createMusicDeck(): Deck {
    return createDeck({
      audio: element('audio', { testId: 'music' }),
      sound,
      level,
      open: (track) => files()?.open(track) ?? Promise.reject(new Error('sem armazenamento')),
      onFailed(track, isBroken) {
        if (isBroken) files()?.distrust(track);
        failures.add(track.sha256);
        played.delete(track.id);
      },
    });
  }

  const findDeck = (...states: ReturnType<Deck['state']>[]) => decks.find((deck) => states.indexOf(deck.state()) >= 0);

  function tick(): void {
    const now = performance.now();
    const isAudible = decks.filter((deck) => deck.check(now)).length > 0;
    if (tracks.length > 0) {
      onAudibility(isAudible);
      advance();
    } else if (decks.every((deck) => deck.state() === 'free')) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  /** Opens the next track or fades into it, if the present track is near enough to its end. */
  function advance(): void {
    const [present, next] = [findDeck('playing'), findDeck('opening', 'ready')];
    const shortestMs = Math.min(present?.durationMs() ?? Infinity, next?.durationMs() ?? Infinity);
    const leftMs = present?.leftMs() ?? 0;
    const due = dueStep(leftMs, shortestMs);
    if (due === 'nothing') return;
    if (!next) openNext();
    else if (due === 'change' && next.state() === 'ready' && !sound.isBlocked()) {
      const fadeMs = Math.min(crossfadeMsOf(shortestMs), present ? leftMs : Infinity);
      if (present) end(present, fadeMs);
      next.play(fadeMs);
    }
  }

  function end(deck: Deck, fadeOutMs: number): void {
    const track = deck.track();
    if (track) {
      failures.forget(track.sha256);
      files()?.trust(track);
    }
    deck.fadeOut(fadeOutMs);
  }

  function openNext(): void {
    const deck = findDeck('free');
    const isPlayable = (track: Track) => failures.retryInMs(track.sha256) <= 0 && files()?.isAvailable(track);
    const track = deck && chooseTrack(tracks.filter(isPlayable), played, lastId, Math.random());
    if (!track) return;
    lastId = track.id;
    sessionStorage.setItem(playedKey, Array.from(played).join());
    void deck.open(track, levellingGain(track, targetOf(tracks)));
  }

  sound.onUnlock(tick);

  return {
    nodes: decks.map(({ node }) => node),
    /** Sets the tracks. A playing track goes on, unless it was removed: then it fades out. */
    set(next: readonly Track[]): void {
      tracks = next;
      const kept = new Set(tracks.map(({ sha256 }) => sha256));
      for (const deck of decks) if (!kept.has(deck.track()?.sha256 ?? '')) deck.fadeOut(endFadeMs);
      if (timer === undefined && tracks.length > 0) timer = setInterval(tick, tickMs);
    },
    /** Applies a changed `level()`. */
    applyVolume: () => decks.forEach((deck) => deck.applyVolume()),
    stop(): void {
      clearInterval(timer);
      tracks = [];
      for (const deck of decks) deck.free();
    },
  };
}
