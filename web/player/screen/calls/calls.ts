/** Shows and announces patients' calls one by one, and then lists them in the strip (web/player/README 1.11). */
import type { PlayerCall, PlayerCalls } from '../../../../src/contract/calls.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { Sound } from '../../device/sound.ts';
import type { SpeechClips } from '../../media/speech-clips.ts';
import { afterPaint } from '../../playback/stage/layer.ts';
import { createCallDisplay, type ScreenStateChange } from './call-display.ts';
import {
  advance,
  addCalls,
  cardMs,
  expectedStarts,
  moveLateToStrip,
  noCalls,
  type QueuedCall,
  returnToQueue,
  stripAt,
  timesSpoken,
  type WaitingCall,
} from './call-queue.ts';
import { createCallSound } from './call-sound.ts';

/** Maximum delay of the receipt while it is unknown whether the call is audible. */
const maxSoundWaitMs = 1_500;
/** Pause between two cards, so that the second is noticed. */
const pauseMs = 350;
/** Interval at which a card's end is calculated again, because a call may have arrived. */
const endCheckMs = 250;
/** Estimated time from one card to the next; used until that time has been measured. */
const estimatedMs = 7_000;
/** Settings until the server's first response. */
const firstSettings: PlayerCalls['settings'] = {
  chime: true,
  repetitions: 1,
  seconds: limits.calls.seconds.default,
  layout: 'lowerThird',
};

export interface CallsOptions {
  /** Monotonic milliseconds that include the device's sleep. */
  now(): number;
  sound: Sound;
  speechClips: SpeechClips;
  /** Called when an announcement begins or ends, so that other sound is lowered during it. */
  onSounding(isSounding: boolean): void;
  /** Called when a call's card is painted, and again when sound starts after a report without sound. Resolves when the server has the receipt. */
  onShown(call: PlayerCall, hadSound: boolean): Promise<void>;
  /**
   * Called when the waiting calls change, with all of them in order; a call leaves them when the server has its receipt.
   * `startsInMs` is an estimate, or null during an urgent notice.
   */
  onQueued(calls: readonly WaitingCall[]): void;
}

/**
 * Calls `report` once the card is painted and it is known whether the call is audible, and again when sound starts later.
 * Returns the `onPlayed` callback for the sound.
 */
function reportWhenShown(report: (isAudible: boolean) => void): (isHeard: boolean) => void {
  let isAudible = false;
  let isDelivered = false;
  let resolveKnown: () => void = () => undefined;
  const known = new Promise<void>((resolve) => (resolveKnown = resolve));
  const painted = new Promise<void>((resolve) => afterPaint(resolve));
  void Promise.all([Promise.race([known, wait(maxSoundWaitMs)]), painted]).then(() => {
    isDelivered = true;
    report(isAudible);
  });
  return (isHeard) => {
    const isNew = isHeard && !isAudible;
    isAudible = isAudible || isHeard;
    resolveKnown();
    if (isNew && isDelivered) report(true);
  };
}

/** Measures the time from one card to the next while calls wait, to estimate when the waiting calls will be shown. */
function createPace(now: () => number) {
  let shownAt = 0;
  let eachMs = estimatedMs;
  return {
    /** Begins to measure when a card appears; returns the time. */
    begin: (): number => (shownAt = now()),
    /** Ends the measurement when the card's time has passed and other calls wait. */
    end: (): void => void (eachMs = now() - shownAt + pauseMs),
    /** Returns the estimated milliseconds until the next card, and from one card to the next. */
    times: (isShowing: boolean) => ({ nextInMs: isShowing ? Math.max(0, shownAt + eachMs - now()) : 0, eachMs }),
  };
}

/** Reports the waiting calls. A call that was reported as waiting remains reported until the server has its receipt. */
function createQueueReport(
  waiting: () => WaitingCall[],
  { onShown, onQueued }: Pick<CallsOptions, 'onShown' | 'onQueued'>,
) {
  let reported: readonly WaitingCall[] = [];
  let unconfirmed: readonly PlayerCall[] = [];

  function send(): void {
    const next = waiting();
    const shown = unconfirmed.filter(({ key }) => !next.some((one) => one.key === key));
    reported = [...shown.map(({ id, key }) => ({ id, key, startsInMs: 0 })), ...next];
    onQueued(reported);
  }

  return {
    send,
    /** Keeps a call whose card appears now among the reported ones, until `shown` has delivered its receipt. */
    begin(call: PlayerCall): void {
      if (reported.some(({ key }) => key === call.key)) unconfirmed = [...unconfirmed, call];
      send();
    },
    /** Sends the receipt of a call whose card is painted; call it again when sound starts later. */
    async shown(call: PlayerCall, isAudible: boolean): Promise<void> {
      await onShown(call, isAudible);
      unconfirmed = unconfirmed.filter((one) => one !== call);
      send();
    },
  };
}

export type Calls = ReturnType<typeof createCalls>;

export function createCalls({ now, sound, speechClips, onSounding, ...reports }: CallsOptions) {
  const display = createCallDisplay();
  const callSound = createCallSound(sound);
  let queue = noCalls;
  let settings = firstSettings;
  let offlineSince: number | null = null;
  let [isShowing, isBetweenCards] = [false, false];
  let isStopped = false;
  let [isOnHold, isBlocked, isMuted] = [false, false, false];
  const pace = createPace(now);
  const queueReport = createQueueReport(() => expectedStarts(queue, isOnHold ? null : pace.times(isShowing)), reports);
  /** True if an urgent notice covered the card while it was shown. */
  let wasCovered = false;

  function updateDisplay(): void {
    // Between two cards, the last call is already in the strip.
    const visible = isBetweenCards ? { ...advance(queue), shown: null } : queue;
    display.show(visible, stripAt(visible, now(), offlineSince), { isBlocked, clinicsLayout: settings.layout });
  }

  function update(): void {
    updateDisplay();
    if (queue.waiting.length > 0) void showAll();
    queueReport.send();
  }

  async function showAll(): Promise<void> {
    if (isShowing || isOnHold) return;
    isShowing = true;
    for (queue = advance(queue); queue.shown && !isStopped; queue = advance(queue)) {
      // An urgent notice began after the last card: the next call waits until the notice ends.
      if (isOnHold) {
        queue = returnToQueue(queue);
        break;
      }
      wasCovered = false;
      await showOne(queue.shown);
      if (wasCovered) queue = returnToQueue(queue);
      isBetweenCards = true;
      updateDisplay();
      await wait(pauseMs);
      isBetweenCards = false;
    }
    isShowing = false;
    updateDisplay();
  }

  /** Shows a call; resolves when its time has passed and its announcement has ended. */
  async function showOne({ call, madeAt }: QueuedCall): Promise<void> {
    const shownAt = pace.begin();
    queueReport.begin(call);
    updateDisplay();
    const onPlayed = reportWhenShown((isAudible) => void (isStopped || queueReport.shown(call, isAudible)));
    onSounding(true);
    await callSound.speak({
      ...{ withChime: settings.chime, clips: speechClips.load(call.sounds), hasClips: call.sounds.length > 0 },
      ...{ times: timesSpoken(queue, settings.repetitions), onPlayed },
    });
    onSounding(false);
    const spoken = { seconds: settings.seconds, spokenMs: now() - shownAt, waitedMs: shownAt - madeAt };
    const leftMs = () => (isStopped || queue.shown?.call.label === '' ? 0 : shownAt + cardMs(queue, spoken) - now());
    while (leftMs() > 0) await wait(Math.min(leftMs(), endCheckMs));
    if (queue.waiting.length > 0) pace.end();
  }

  return {
    nodes: [...display.nodes, callSound.node],
    /** Applies a response of the server. `all`: as in `addCalls`. */
    set(response: PlayerCalls, all?: readonly PlayerCall[]): void {
      settings = response.settings;
      const previousLabel = queue.shown?.call.label;
      queue = addCalls(queue, response, now(), all);
      // The former name must not be heard any more.
      if (queue.shown && queue.shown.call.label !== previousLabel && !isBetweenCards) callSound.interrupt();
      update();
    },
    setOnline: (isOnline: boolean): void => void (offlineSince = isOnline ? null : now()),
    /** Blocks or unblocks the screen: a blocked screen shows neither calls nor the strip. */
    setBlocked(value: boolean): void {
      if (value === isBlocked) return;
      isBlocked = value;
      if (value) {
        queue = { ...queue, waiting: [] };
        callSound.interrupt();
      }
      update();
    },
    /** Applies a change of the screen's own layout, or of whether a rule of the programme switches the screen dark. */
    changeScreenState(change: ScreenStateChange): void {
      display.changeScreenState(change);
      updateDisplay();
    },
    /** Mutes chime and voice in the screen's quiet hours. */
    mute(value: boolean): void {
      isMuted = value;
      callSound.mute(isOnHold || value);
    },
    /** Holds the calls while an urgent notice covers the screen. */
    hold(value: boolean): void {
      isOnHold = value;
      callSound.mute(value || isMuted);
      if (value) wasCovered = true;
      else queue = moveLateToStrip(queue, now());
      update();
    },
    /** True while a call is shown or waits: a restart of the page would lose it. */
    isBusy: () => isShowing || queue.waiting.length > 0,
    /** Updates what is shown. Call it about every second. */
    tick: updateDisplay,
    stop(): void {
      isStopped = true;
      callSound.stop();
      speechClips.stop();
      display.stop();
    },
  };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
