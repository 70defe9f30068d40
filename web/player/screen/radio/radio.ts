/** Background radio: one <audio> that always reconnects and never disturbs the picture. */
import type { RadioSource } from '../../server/requests/responses.ts';
import type { Connections, Release } from '../../server/requests/connections.ts';
import { element } from '../../device/dom.ts';
import { backOffMs } from '../../server/poll/poll.ts';
import { createVolume } from '../../device/fade.ts';
import type { Sound } from '../../device/sound.ts';

export interface RadioReport {
  /** `off`: the radio should not play. */
  radio: 'off' | 'heard' | 'silent';
  /** Milliseconds of silence while `radio` is 'silent'. */
  silentForMs: number;
}

const videoGain = 0.15;
const callGain = 0.1;
const retryMs = 1_000;
/** Time without progress after which a stream counts as broken. */
const silentMs = 15_000;
const checkMs = 5_000;

export type Radio = ReturnType<typeof createRadio>;

export function createRadio(sound: Sound, connections: Connections) {
  const audio = element('audio', { testId: 'radio' });
  audio.preload = 'none';
  let settings: RadioSource = { streamUrl: null, volume: 0 };
  let isAllowed = false;
  let screenGain = 1;
  /** The stream and volume that should play now. */
  let wanted = settings;
  let failures = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let release: Release | undefined;
  let [lastPosition, movedAt] = [-1, 0];
  /** Start of the silence; undefined while the radio is audible. */
  let silentSince: number | undefined;

  const volume = createVolume(audio, () => (wanted.volume / 100) * screenGain * lowering.gain());
  const lowering = createLowering(() => volume.fade());
  const markSilent = () => {
    silentSince ??= performance.now();
  };

  const disconnect = () => {
    clearTimeout(retryTimer);
    retryTimer = undefined;
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
    if (retryTimer !== undefined || !wanted.streamUrl) return;
    markSilent();
    disconnect();
    retryTimer = setTimeout(connect, backOffMs(retryMs, failures, Math.random()));
    failures += 1;
  }

  audio.onerror = () => audio.hasAttribute('src') && reconnect();
  audio.onended = reconnect;
  sound.onUnlock(() => audio.paused && wanted.streamUrl && connect());

  const check = setInterval(() => {
    if (!wanted.streamUrl || retryTimer !== undefined) return;
    const now = performance.now();
    if (audio.currentTime !== lastPosition) {
      if (lastPosition > 0) failures = 0;
      lastPosition = audio.currentTime;
      movedAt = now;
      // A muted stream plays on, but is not audible.
      if (audio.muted) markSilent();
      else silentSince = undefined;
    } else {
      markSilent();
      if (now - movedAt > silentMs) reconnect();
    }
  }, checkMs);

  function applySettings(): void {
    const streamUrl = isAllowed && screenGain > 0 ? settings.streamUrl : null;
    const isOtherStream = streamUrl !== wanted.streamUrl;
    const hasOtherVolume = settings.volume !== wanted.volume;
    wanted = { streamUrl, volume: settings.volume };
    if (!isOtherStream) {
      // Settings arrive every 5 s: a response without changes must not end a fade.
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
      applySettings();
    },
    /** Allows or stops the radio: it stops while the screen is paused or has nothing to play. */
    allow(value: boolean): void {
      isAllowed = value;
      applySettings();
    },
    /** Sets the screen's share of the sound, 0 to 1; at 0 the radio stops. */
    setGain(value: number): void {
      screenGain = value;
      volume.fade();
      applySettings();
    },
    /** Lowers the radio while a video with sound plays. */
    lowerForVideo: lowering.lowerForVideo,
    /** Lowers the radio further while a call is spoken. */
    lowerForCall: lowering.lowerForCall,
    /** Mutes the radio while an urgent notice is shown. */
    mute: lowering.mute,
    /** Returns the present state of the radio. */
    report: () => reportOf(wanted, silentSince),
    stop(): void {
      clearInterval(check);
      volume.stop();
      isAllowed = false;
      applySettings();
    },
  };
}

function reportOf({ streamUrl }: RadioSource, silentSince: number | undefined): RadioReport {
  if (!streamUrl) return { radio: 'off', silentForMs: 0 };
  if (silentSince === undefined) return { radio: 'heard', silentForMs: 0 };
  return { radio: 'silent', silentForMs: performance.now() - silentSince };
}

/** Calculates the radio's gain, which is lower during a video with sound, a call or an urgent notice. */
function createLowering(onChange: () => void) {
  let isDuringVideo = false;
  let isDuringCall = false;
  let isMuted = false;
  return {
    gain: () => (isMuted ? 0 : isDuringCall ? callGain : isDuringVideo ? videoGain : 1),
    mute(value: boolean) {
      isMuted = value;
      onChange();
    },
    lowerForVideo(value: boolean) {
      if (value === isDuringVideo) return;
      isDuringVideo = value;
      onChange();
    },
    lowerForCall(value: boolean) {
      isDuringCall = value;
      onChange();
    },
  };
}
