/** Shows and says patients' calls one after the other, then keeps them in the strip (web/player/README 1.11). */
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { Sound } from '../../device/sound.ts';
import type { SpeechClips } from '../../media/speech-clips.ts';
import { afterPaint } from '../../playback/stage/layer.ts';
import { createCallCard, createCallStrip } from './call-card.ts';
import { advance, arrive, lapse, noCalls, restore, stripAt, timesSpoken } from './call-queue.ts';
import { createCallSound } from './call-sound.ts';

/** Maximum delay of the receipt while it is unknown whether the call is audible. */
const soundKnownMs = 1_500;
/** Between two cards: so that the second is seen as another one. */
const pauseMs = 350;
/** Settings until the server's first response. */
const firstSettings: PlayerCalls['settings'] = {
  chime: true,
  repetitions: 1,
  seconds: limits.calls.seconds.default,
  layout: 'lowerThird',
};

export interface CallsOptions {
  /** Monotonic milliseconds, sleep included. */
  now(): number;
  sound: Sound;
  spoken: SpeechClips;
  /** While it sounds, everything else is lowered. */
  onSounding(isSounding: boolean): void;
  /** Called when its card is painted; and again when sound starts after it was reported silent. */
  onShown(call: PlayerCall, hadSound: boolean): void;
}

/**
 * Sends the receipt when the card is painted and it is known whether the call is audible, and again when sound starts
 * later. Returns the callback for each sound's outcome.
 */
function sendSoundReceipt(tell: (isAudible: boolean) => void): (isIt: boolean) => void {
  let isAudible = false;
  let isDelivered = false;
  let settle: () => void = () => undefined;
  const known = new Promise<void>((resolve) => (settle = resolve));
  const painted = new Promise<void>((resolve) => afterPaint(resolve));
  void Promise.all([Promise.race([known, wait(soundKnownMs)]), painted]).then(() => {
    isDelivered = true;
    tell(isAudible);
  });
  return (isIt) => {
    const isNew = isIt && !isAudible;
    isAudible = isAudible || isIt;
    settle();
    if (isNew && isDelivered) tell(true);
  };
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls({ now, sound, spoken, onSounding, onShown }: CallsOptions) {
  const card = createCallCard();
  const strip = createCallStrip();
  const callSound = createCallSound(sound);
  let queue = noCalls;
  let settings = firstSettings;
  let unreachedSince: number | null = null;
  let isShowing = false;
  let isBetween = false;
  let isStopped = false;
  let isHeld = false;
  let isBlocked = false;
  /** The card was covered while it was shown. */
  let wasCovered = false;

  function check(): void {
    // Between two cards the last one is in the strip already.
    const last = stripAt(isBetween ? advance(queue) : queue, now(), unreachedSince);
    strip.show(isBlocked ? [] : last.map(({ call }) => call));
  }

  async function showAll(): Promise<void> {
    if (isShowing || isHeld) return;
    isShowing = true;
    for (queue = advance(queue); queue.shown && !isStopped; queue = advance(queue)) {
      // Covered since the last card: whoever is next waits on.
      if (isHeld) {
        queue = restore(queue);
        break;
      }
      wasCovered = false;
      await showOne(queue.shown.call);
      card.hide();
      if (wasCovered) queue = restore(queue);
      isBetween = true;
      check();
      await wait(pauseMs);
      isBetween = false;
    }
    isShowing = false;
    check();
  }

  /** Ends when its time is over and it has been said to its end. */
  async function showOne(call: PlayerCall): Promise<void> {
    const shortest = wait(settings.seconds * 1000);
    card.show(call, settings.layout);
    check();
    const onPlayed = sendSoundReceipt((isAudible) => !isStopped && onShown(call, isAudible));
    onSounding(true);
    await callSound.speak({
      withChime: settings.chime,
      words: spoken.load(call.sounds),
      hasWords: call.sounds.length > 0,
      times: timesSpoken(queue, settings.repetitions),
      onPlayed,
    });
    onSounding(false);
    await shortest;
  }

  return {
    nodes: [strip.node, card.node, callSound.node],
    /** An answer of the server. */
    set(answer: PlayerCalls): void {
      settings = answer.settings;
      queue = arrive(queue, answer, now());
      check();
      if (queue.waiting.length > 0) void showAll();
    },
    setOnline(isOnline: boolean): void {
      unreachedSince = isOnline ? null : now();
    },
    /** A blocked screen calls nobody, and names nobody in its strip. */
    setBlocked(value: boolean): void {
      if (value === isBlocked) return;
      isBlocked = value;
      if (value) queue = { ...queue, waiting: [] };
      check();
    },
    /** An urgent notice covers the screen: calls wait. */
    hold(value: boolean): void {
      isHeld = value;
      callSound.silence(value);
      if (value) {
        wasCovered = true;
        return;
      }
      queue = lapse(queue, now());
      check();
      if (queue.waiting.length > 0) void showAll();
    },
    /** Somebody is being called, or waits to be: a page that started anew now would cut it, and not call again. */
    isBusy: () => isShowing || queue.waiting.length > 0,
    /** To be called about every second. */
    tick: check,
    stop(): void {
      isStopped = true;
      callSound.stop();
      spoken.stop();
      card.hide();
      document.body.classList.remove('has-calls');
    },
  };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
