/** Shows an urgent notice on the whole screen; everything beneath continues muted (web/player/README 1.12). */
import { element, fill, icon, listen } from '../../device/dom.ts';
import type { Sound } from '../../device/sound.ts';
import { afterPaint } from '../../playback/stage/layer.ts';
import type { UrgentToShow } from '../../server/feeds/urgent.ts';
import { alarmTones, chimeWave } from '../calls/chime.ts';
import { fitText } from '../text/fit-text.ts';
import { strings } from '../text/strings.ts';

/** Maximum time that `onShown` waits for the chime to start. */
const maxSoundWaitMs = 1_500;
/** Font sizes, as shares of the screen's shorter side; long texts may shrink from `min` to `longTextMin`. */
const fontShare = { longTextMin: 1 / 60, min: 1 / 40, max: 1 / 4 };

export interface UrgentOptions {
  /** Monotonic milliseconds that include the device's sleep. */
  now(): number;
  sound: Sound;
  /** Called to mute all other sound, and to restore it. */
  onMute(isMuted: boolean): void;
  /** Called when a notice is painted. `hadSound`: the chime, or any sound if the notice has no chime, can be heard. */
  onShown(notice: UrgentToShow, hadSound: boolean): void;
  /** Called when the last notice has ended. */
  onEnd(): void;
}

export type Urgent = ReturnType<typeof createUrgent>;

export function createUrgent({ now, sound, onMute, onShown, onEnd }: UrgentOptions) {
  const title = element('h1', { class: 'urgent-title' });
  const text = element('p', { class: 'urgent-text', testId: 'urgent-text' });
  const textArea = element('div', { class: 'urgent-text-area', testId: 'urgent-text-area' }, text);
  const head = element(
    'header',
    { class: 'urgent-head' },
    icon('M12 3.5L22 20.5H2z', 'M12 10v4.5', 'M12 17.4v.2'),
    title,
  );
  const audio = element('audio', { testId: 'urgent-sound' });
  const node = element(
    'section',
    { class: 'urgent', testId: 'urgent', attributes: { role: 'alert' } },
    head,
    textArea,
    audio,
  );
  let notices: readonly UrgentToShow[] = [];
  let shown: UrgentToShow | undefined;
  let chime = '';
  let isStopped = false;

  const fit = () => {
    const shorter = Math.min(window.innerWidth, window.innerHeight);
    const range = { min: Math.max(16, shorter * fontShare.min), max: shorter * fontShare.max };
    fitText(text, textArea, range, Math.max(9, shorter * fontShare.longTextMin));
  };
  const stopListening = listen('resize', () => shown && fit());

  function tick(): void {
    const next = urgentAt(notices, now());
    if (next?.key === shown?.key) return;
    const wasShown = shown !== undefined;
    shown = next;
    if (next) show(next);
    else hide();
    if (wasShown !== (next !== undefined)) onMute(next !== undefined);
    if (!next) onEnd();
  }

  function show(notice: UrgentToShow): void {
    fill(title, strings.urgent[notice.preset]);
    fill(text, notice.text);
    node.dataset.preset = notice.preset;
    node.dataset.urgentId = String(notice.id);
    node.classList.add('is-visible');
    fit();
    const painted = new Promise<void>((resolve) => afterPaint(resolve));
    const audible = notice.chime ? playChime() : Promise.resolve(!sound.isBlocked());
    void Promise.all([audible, painted]).then(([hadSound]) => isStopped || onShown(notice, hadSound));
    // Fit again when the font has been loaded.
    if (document.fonts) void document.fonts.ready.then(() => shown === notice && fit());
  }

  function hide(): void {
    node.classList.remove('is-visible');
    delete node.dataset.urgentId;
    audio.pause();
  }

  /** Plays the chime; resolves to true if it is audible, to false after a refusal or 1.5 s. */
  function playChime(): Promise<boolean> {
    if (!chime) chime = URL.createObjectURL(new Blob([chimeWave(alarmTones)], { type: 'audio/wav' }));
    audio.src = chime;
    const played = sound.play(audio).then(
      () => !sound.isBlocked(),
      () => false,
    );
    return Promise.race([played, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), maxSoundWaitMs))]);
  }

  return {
    node,
    set(list: readonly UrgentToShow[]): void {
      notices = list;
      tick();
    },
    /** Shows the notice that is due. Call it about every second. */
    tick,
    isShown: () => shown !== undefined,
    stop(): void {
      isStopped = true;
      stopListening();
      hide();
      audio.removeAttribute('src');
      audio.load();
      if (chime) URL.revokeObjectURL(chime);
    },
  };
}

/** Returns the newest notice that has not ended (contract/README 18.4). */
export function urgentAt<Notice extends Pick<UrgentToShow, 'id' | 'until'>>(
  notices: readonly Notice[],
  now: number,
): Notice | undefined {
  return notices.filter(({ until }) => until > now).sort((a, b) => b.id - a.id)[0];
}
