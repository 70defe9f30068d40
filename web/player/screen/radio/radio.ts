/** Background radio: one <audio> that reconnects for ever and never disturbs the picture. */
import type { RadioWish } from '../../server/requests/responses.ts';
import type { Connections, Release } from '../../server/requests/connections.ts';
import { element } from '../../device/dom.ts';
import { backOffMs } from '../../server/poll/poll.ts';
import { createVolume } from '../../device/fade.ts';
import type { Sound } from '../../device/sound.ts';

export interface Radio {
  node: HTMLElement;
  set(wish: RadioWish): void;
  /** Silent while the screen has nothing to play, or is paused. */
  allow(isAllowed: boolean): void;
  /** Lowers the radio while a video with sound plays. */
  duck(isDucked: boolean): void;
  /** Lowers it further while a call is said. */
  hush(isHushed: boolean): void;
  /** Not heard at all while an urgent notice is shown. */
  silence(isSilent: boolean): void;
  /** Returns the present state of the radio. */
  report(): RadioReport;
  stop(): void;
}

export interface RadioReport {
  /** `off`: nothing is to be heard. */
  radio: 'off' | 'heard' | 'silent';
  /** Milliseconds, while it is silent. */
  silentForMs: number;
}

const duckedTo = 0.15;
const hushedTo = 0.1;
const retryMs = 1_000;
/** A stream that does not move for this long is dead. */
const silentMs = 15_000;
const checkMs = 5_000;

export function createRadio(sound: Sound, connections: Connections): Radio {
  const audio = element('audio', { testId: 'radio' });
  audio.preload = 'none';
  let told: RadioWish = { streamUrl: null, volume: 0 };
  let isAllowed = false;
  /** The wanted sound. */
  let wish = told;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let release: Release | undefined;
  let lastPosition = -1;
  let movedAt = 0;
  /** Undefined while it is heard. */
  let silentSince: number | undefined;

  const volume = createVolume(audio, () => (wish.volume / 100) * lowering.factor());
  const lowering = createLowering(() => volume.fade());
  const fellSilent = () => {
    silentSince ??= performance.now();
  };

  const disconnect = () => {
    clearTimeout(retry);
    retry = undefined;
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
    release?.();
    release = undefined;
  };

  const connect = () => {
    disconnect();
    if (!wish.streamUrl) return;
    release = connections.take();
    lastPosition = -1;
    movedAt = performance.now();
    audio.src = wish.streamUrl;
    volume.jump();
    sound.play(audio).catch(reconnect);
  };

  function reconnect(): void {
    if (retry !== undefined || !wish.streamUrl) return;
    fellSilent();
    disconnect();
    retry = setTimeout(connect, backOffMs(retryMs, failures, Math.random()));
    failures += 1;
  }

  audio.onerror = () => audio.hasAttribute('src') && reconnect();
  audio.onended = reconnect;
  sound.onUnlock(() => audio.paused && wish.streamUrl && connect());

  const check = setInterval(() => {
    if (!wish.streamUrl || retry !== undefined) return;
    const now = performance.now();
    if (audio.currentTime !== lastPosition) {
      if (lastPosition > 0) failures = 0;
      lastPosition = audio.currentTime;
      movedAt = now;
      // Muted it runs on unheard.
      if (audio.muted) fellSilent();
      else silentSince = undefined;
    } else {
      fellSilent();
      if (now - movedAt > silentMs) reconnect();
    }
  }, checkMs);

  function follow(): void {
    const streamUrl = isAllowed ? told.streamUrl : null;
    const isOther = streamUrl !== wish.streamUrl;
    const hasOtherVolume = told.volume !== wish.volume;
    wish = { streamUrl, volume: told.volume };
    if (!isOther) {
      // Asked every 5 s: an answer without news ends no fade.
      if (hasOtherVolume) volume.fade();
      return;
    }
    failures = 0;
    silentSince = performance.now();
    connect();
  }

  return {
    node: audio,
    set(next) {
      told = next;
      follow();
    },
    allow(value) {
      isAllowed = value;
      follow();
    },
    duck: lowering.duck,
    hush: lowering.hush,
    silence: lowering.silence,
    report: () => reportOf(wish, silentSince),
    stop() {
      clearInterval(check);
      volume.stop();
      isAllowed = false;
      follow();
    },
  };
}

function reportOf({ streamUrl }: RadioWish, silentSince: number | undefined): RadioReport {
  if (!streamUrl) return { radio: 'off', silentForMs: 0 };
  if (silentSince === undefined) return { radio: 'heard', silentForMs: 0 };
  return { radio: 'silent', silentForMs: performance.now() - silentSince };
}

/** Lowers the radio beside a video with sound, and beside a call. */
function createLowering(onChange: () => void) {
  let isDucked = false;
  let isHushed = false;
  let isSilent = false;
  return {
    factor: () => (isSilent ? 0 : isHushed ? hushedTo : isDucked ? duckedTo : 1),
    silence(value: boolean) {
      isSilent = value;
      onChange();
    },
    duck(value: boolean) {
      if (value === isDucked) return;
      isDucked = value;
      onChange();
    },
    hush(value: boolean) {
      isHushed = value;
      onChange();
    },
  };
}
