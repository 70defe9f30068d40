/** An urgent notice fills the screen; what lies beneath goes on in silence (web/player/README 1.12). */
import type { UrgentPreset } from '../../../../src/contract/urgent.ts';
import { element, fill, icon, listen } from '../../device/dom.ts';
import type { Sound } from '../../device/sound.ts';
import { afterPaint } from '../../playback/stage/layer.ts';
import { alarmStrokes, chimeWave } from '../calls/chime.ts';
import { fitText } from '../text/fit-text.ts';
import { strings } from '../text/strings.ts';

/** Maximum delay of the receipt while it is unknown whether the chime is audible. */
const soundKnownMs = 1_500;
/** Share of the screen's shorter side: the smallest and the largest letter. */
const letters = { min: 1 / 40, max: 1 / 4 };

export interface UrgentToShow {
  id: number;
  /** Monotonic milliseconds, sleep included. */
  until: number;
  preset: UrgentPreset;
  text: string;
  chime: boolean;
}

export interface UrgentOptions {
  /** Monotonic milliseconds, sleep included. */
  now(): number;
  sound: Sound;
  /** Mutes everything else, or ends that. */
  onMute(isSilent: boolean): void;
  /** It is painted. */
  onShown(id: number, hadSound: boolean): void;
  /** The last one is over. */
  onOver(): void;
}

export type Urgent = ReturnType<typeof createUrgent>;

export function createUrgent({ now, sound, onMute, onShown, onOver }: UrgentOptions) {
  const title = element('h1', { class: 'urgent-title' });
  const text = element('p', { class: 'urgent-text', testId: 'urgent-text' });
  const room = element('div', { class: 'urgent-room', testId: 'urgent-room' }, text);
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
    room,
    audio,
  );
  let notices: readonly UrgentToShow[] = [];
  let shown: UrgentToShow | undefined;
  let chime = '';
  let isStopped = false;

  const fit = () => {
    const shorter = Math.min(window.innerWidth, window.innerHeight);
    fitText(text, room, { min: Math.max(16, shorter * letters.min), max: shorter * letters.max });
  };
  const stopListening = listen('resize', () => shown && fit());

  function tick(): void {
    const next = urgentAt(notices, now());
    if (next?.id === shown?.id) return;
    const wasShown = shown !== undefined;
    shown = next;
    if (next) show(next);
    else hide();
    if (wasShown !== (next !== undefined)) onMute(next !== undefined);
    if (!next) onOver();
  }

  function show(notice: UrgentToShow): void {
    fill(title, strings.urgent[notice.preset]);
    fill(text, notice.text);
    node.dataset.preset = notice.preset;
    node.dataset.urgentId = String(notice.id);
    node.classList.add('is-visible');
    fit();
    const painted = new Promise<void>((resolve) => afterPaint(resolve));
    const received = notice.chime ? ring() : Promise.resolve(!sound.isBlocked());
    void Promise.all([received, painted]).then(([hadSound]) => isStopped || onShown(notice.id, hadSound));
    // The letters may have come after the first measure.
    if (document.fonts) void document.fonts.ready.then(() => shown === notice && fit());
  }

  function hide(): void {
    node.classList.remove('is-visible');
    delete node.dataset.urgentId;
    audio.pause();
  }

  /** Resolves soon with whether it is audible. */
  function ring(): Promise<boolean> {
    if (!chime) chime = URL.createObjectURL(new Blob([chimeWave(alarmStrokes)], { type: 'audio/wav' }));
    audio.src = chime;
    const played = sound.play(audio).then(
      () => !sound.isBlocked(),
      () => false,
    );
    return Promise.race([played, new Promise<boolean>((resolve) => setTimeout(() => resolve(false), soundKnownMs))]);
  }

  return {
    node,
    set(list: readonly UrgentToShow[]): void {
      notices = list;
      tick();
    },
    /** To be called about every second. */
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

/** Returns the newest that still runs (contract/README 18.4). */
export function urgentAt<One extends Pick<UrgentToShow, 'id' | 'until'>>(
  notices: readonly One[],
  now: number,
): One | undefined {
  return notices.filter(({ until }) => until > now).sort((a, b) => b.id - a.id)[0];
}
