/** Creates the elements over the picture: wordmark, the clinic's logo, clock, banner, and the buttons that appear with the pointer. */
import { limits } from '../../../../src/contract/limits.ts';
import type { ScreenClock } from '../../server/clock/clock.ts';
import { dateText, timeText } from './clock-text.ts';
import { button, element, fill, icon, listen } from '../../device/dom.ts';
import { logo } from './logo.ts';
import type { ClinicLogo } from './clinic-logo.ts';
import { strings } from '../text/strings.ts';

/** Time for which buttons and pointer remain visible after the pointer moved. */
const controlsMs = 4_000;

export type Overlay = ReturnType<typeof createOverlay>;

export function createOverlay({
  clock,
  clinicLogo,
  onPrevious,
  onOptions,
}: {
  clock: ScreenClock;
  clinicLogo: Pick<ClinicLogo, 'node'>;
  onPrevious(): void;
  /** Opens the options. If omitted, there is no options button. */
  onOptions?(): void;
}) {
  const time = element('div', { class: 'clock-time', testId: 'clock' });
  const date = element('div', { class: 'clock-date' });
  const banner = element('div', {
    class: 'banner',
    text: strings.playlistUpdated,
    testId: 'banner',
    attributes: { role: 'status' },
  });
  const clinic = element('div', { class: 'overlay-clinic', testId: 'clinic' });
  const previous = button('', onPrevious, {
    class: 'control',
    testId: 'previous',
    attributes: { 'aria-label': strings.previous, title: strings.previous },
  });
  const options = button('', () => onOptions?.(), {
    class: 'control',
    testId: 'open-options',
    attributes: { 'aria-label': strings.options, title: strings.options },
  });
  previous.append(icon('M19 20L9 12l10-8z', 'M5 4v16'));
  options.append(
    icon(
      'M3 7h10.5',
      'M18.5 7H21',
      'M16 4.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
      'M3 17h2.5',
      'M10.5 17H21',
      'M8 14.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z',
    ),
  );
  const node = element(
    'div',
    { class: 'overlay' },
    element(
      'div',
      { class: 'overlay-top' },
      element('div', { class: 'plate' }, logo()),
      element(
        'div',
        { class: 'plates' },
        clinicLogo.node,
        clinic,
        element('div', { class: 'plate is-clock' }, element('div', { class: 'clock' }, time, date)),
      ),
    ),
    banner,
    element('div', { class: 'controls' }, previous, ...(onOptions ? [options] : [])),
  );
  let hideTimer: ReturnType<typeof setTimeout> | undefined;
  let bannerTimer: ReturnType<typeof setTimeout> | undefined;

  // Ignore the simulated moves that keep the screen awake.
  const reveal = (event: Event) => {
    if (!event.isTrusted) return;
    document.body.classList.add('has-pointer');
    clearTimeout(hideTimer);
    hideTimer = setTimeout(() => document.body.classList.remove('has-pointer'), controlsMs);
  };
  const stops = [listen('mousemove', reveal), listen('touchstart', reveal)];

  function tick(now: number): void {
    const wall = clock.wallMs(now);
    const text = wall === null ? '' : timeText(wall);
    if (time.textContent === text) return;
    fill(time, text);
    fill(date, wall === null ? '' : dateText(wall));
  }

  return {
    node,
    /** Updates the clock. Call it about every second. */
    tick,
    /** Sets the clinic's name, which an idle screen shows. */
    setClinicName: (name: string) => fill(clinic, name),
    /** Shows 'Playlist atualizada!' for 3 s. */
    notifyOfEdit(): void {
      banner.classList.add('is-visible');
      clearTimeout(bannerTimer);
      bannerTimer = setTimeout(() => banner.classList.remove('is-visible'), limits.playlistBannerMs);
    },
    stop(): void {
      clearTimeout(hideTimer);
      clearTimeout(bannerTimer);
      document.body.classList.remove('has-pointer');
      for (const stop of stops) stop();
    },
  };
}
