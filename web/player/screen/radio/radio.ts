/** Background radio: one <audio> that reconnects for ever and never disturbs the picture. */
import type { RadioSource } from '../../server/requests/responses.ts';
import type { Connections, Release } from '../../server/requests/connections.ts';
import { element } from '../../device/dom.ts';
import { backOffMs } from '../../server/poll/poll.ts';
import { createVolume } from '../../device/fade.ts';
import type { Sound } from '../../device/sound.ts';

export interface RadioReport {
  /** `off`: nothing should play. */
  radio: 'off' | 'heard' | 'silent';
  /** Milliseconds, while it is silent. */
  silentForMs: number;
}

const videoGain = 0.15;
const callGain = 0.1;
const retryMs = 1_000;
/** A stream that does not move for this long is dead. */
const silentMs = 15_000;
const checkMs = 5_000;

export type Radio = ReturnType<typeof createRadio>;

export function createRadio(sound: Sound, connections: Connections) {
  const audio = element('audio', { testId: 'radio' });
  audio.preload = 'none';
  let settings: RadioSource = { streamUrl: null, volume: 0 };
  let isAllowed = false;
  /** The wanted sound. */
  let wanted = settings;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let release: Release | undefined;
  let lastPosition = -1;
  let movedAt = 0;
  /** Undefined while it plays audibly. */
  let silentSince: number | undefined;

  const volume = createVolume(audio, () => (wanted.volume / 100) * lowering.factor());
  const lowering = createLowering(() => volume.fade());
  const markSilent = () => {
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
    if (!wanted.streamUrl) return;
    release = connections.take();
    lastPosition = -1;
    movedAt = performance.now();
    audio.src = wanted.streamUrl;
    volume.jump();
    sound.play(audio).catch(reconnect);
  };

  function reconnect(): void {
    if (retry !== undefined || !wanted.streamUrl) return;
    markSilent();
    disconnect();
    retry = setTimeout(connect, backOffMs(retryMs, failures, Math.random()));
    failures += 1;
  }

  audio.onerror = () => audio.hasAttribute('src') && reconnect();
  audio.onended = reconnect;
  sound.onUnlock(() => audio.paused && wanted.streamUrl && connect());

  const check = setInterval(() => {
    if (!wanted.streamUrl || retry !== undefined) return;
    const now = performance.now();
    if (audio.currentTime !== lastPosition) {
      if (lastPosition > 0) failures = 0;
      lastPosition = audio.currentTime;
      movedAt = now;
      // Muted it runs on unheard.
      if (audio.muted) markSilent();
      else silentSince = undefined;
    } else {
      markSilent();
      if (now - movedAt > silentMs) reconnect();
    }
  }, checkMs);

  function follow(): void {
    const streamUrl = isAllowed ? settings.streamUrl : null;
    const isOther = streamUrl !== wanted.streamUrl;
    const hasOtherVolume = settings.volume !== wanted.volume;
    wanted = { streamUrl, volume: settings.volume };
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
    set(next: RadioSource): void {
      settings = next;
      follow();
    },
    /** Silent while the screen has nothing to play, or is paused. */
    allow(value: boolean): void {
      isAllowed = value;
      follow();
    },
    /** Lowers the radio while a video with sound plays. */
    lowerForVideo: lowering.lowerForVideo,
    /** Lowers it further while a call is said. */
    lowerForCall: lowering.lowerForCall,
    /** Mutes it while an urgent notice is shown. */
    mute: lowering.mute,
    /** Returns the present state of the radio. */
    report: () => reportOf(wanted, silentSince),
    stop(): void {
      clearInterval(check);
      volume.stop();
      isAllowed = false;
      follow();
    },
  };
}

function reportOf({ streamUrl }: RadioSource, silentSince: number | undefined): RadioReport {
  if (!streamUrl) return { radio: 'off', silentForMs: 0 };
  if (silentSince === undefined) return { radio: 'heard', silentForMs: 0 };
  return { radio: 'silent', silentForMs: performance.now() - silentSince };
}

/** Lowers the radio beside a video with sound, and beside a call. */
function createLowering(onChange: () => void) {
  let isBesideVideo = false;
  let isBesideCall = false;
  let isMuted = false;
  return {
    factor: () => (isMuted ? 0 : isBesideCall ? callGain : isBesideVideo ? videoGain : 1),
    mute(value: boolean) {
      isMuted = value;
      onChange();
    },
    lowerForVideo(value: boolean) {
      if (value === isBesideVideo) return;
      isBesideVideo = value;
      onChange();
    },
    lowerForCall(value: boolean) {
      isBesideCall = value;
      onChange();
    },
  };
}
