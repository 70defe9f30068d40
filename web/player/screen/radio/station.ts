/** Plays a radio station: one <audio> that always reconnects. */
import { element } from '../../device/dom.ts';
import { createFade, fadeMs } from '../../device/fade.ts';
import type { Sound } from '../../device/sound.ts';
import { backOffMs } from '../../server/poll/poll.ts';
import type { Connections, Release } from '../../server/requests/connections.ts';

export interface StationOptions {
  sound: Sound;
  connections: Connections;
  /** Returns the volume of the radio, 0 to 1. */
  level(): number;
  /** Called about every 5 s while a station is set, and when the stream is lost. */
  onAudibility(isAudible: boolean): void;
}

const retryMs = 1_000;
/** Time without progress after which the stream is connected again. */
const silentMs = 15_000;
/** Interval at which the progress of the stream is checked. */
const checkMs = 5_000;

export function createStation({ sound, connections, level, onAudibility }: StationOptions) {
  const audio = element('audio', { testId: 'radio' });
  audio.preload = 'none';
  let wantedUrl: string | null = null;
  let connectedUrl: string | null = null;
  let isPlaying = false;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let release: Release | undefined;
  let [lastPosition, lastProgressAt] = [-1, 0];

  const fade = createFade(() => (isPlaying && connectedUrl === wantedUrl ? 1 : 0), applyVolume);
  function applyVolume(): void {
    audio.volume = level() * fade.level();
  }

  const cancelTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  const disconnect = () => {
    cancelTimer();
    connectedUrl = null;
    isPlaying = false;
    fade.jump();
    audio.pause();
    audio.removeAttribute('src');
    audio.load();
    release?.();
    release = undefined;
  };

  const connect = () => {
    disconnect();
    if (!wantedUrl) return;
    release = connections.take();
    lastPosition = -1;
    lastProgressAt = performance.now();
    audio.src = connectedUrl = wantedUrl;
    sound.play(audio).then(() => {
      isPlaying = true;
      fade.start();
    }, reconnect);
  };

  function reconnect(): void {
    if (timer !== undefined || !wantedUrl) return;
    onAudibility(false);
    disconnect();
    timer = setTimeout(connect, backOffMs(retryMs, failures, Math.random()));
    failures += 1;
  }

  audio.onerror = () => audio.hasAttribute('src') && reconnect();
  audio.onended = reconnect;
  sound.onUnlock(() => audio.paused && wantedUrl && connect());

  const check = setInterval(() => {
    if (!wantedUrl || timer !== undefined) return;
    const now = performance.now();
    if (audio.currentTime !== lastPosition) {
      if (lastPosition > 0) failures = 0;
      lastPosition = audio.currentTime;
      lastProgressAt = now;
      // A muted stream plays on, but is not audible.
      onAudibility(!audio.muted);
    } else {
      onAudibility(false);
      if (now - lastProgressAt > silentMs) reconnect();
    }
  }, checkMs);

  return {
    node: audio,
    /** Sets the stream; null ends it. A stream that plays fades out first. */
    set(url: string | null): void {
      if (url === wantedUrl) return;
      wantedUrl = url;
      failures = 0;
      cancelTimer();
      if (connectedUrl === null) return connect();
      fade.start();
      if (connectedUrl !== wantedUrl) timer = setTimeout(connect, fadeMs);
    },
    /** Applies a changed `level()`. */
    applyVolume,
    stop(): void {
      clearInterval(check);
      fade.stop();
      wantedUrl = null;
      disconnect();
    },
  };
}
