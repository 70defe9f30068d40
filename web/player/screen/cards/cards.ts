/** Shows the full-screen cards of /play (loading, waiting, empty, paused) and the errors of a preview. */
import { element, fill, icon } from '../../device/dom.ts';
import { logo } from '../overlay/logo.ts';
import type { Phase } from '../../playback/phase.ts';
import { type LoadingPercent, loadingSteps, strings } from '../text/strings.ts';

export type Cards = ReturnType<typeof createCards>;

export function createCards() {
  const title = element('h1');
  const text = element('p', { class: 'card-text' });
  const symbol = element('div', { class: 'card-symbol' });
  const badge = element('span', { class: 'badge', testId: 'connection' });
  const screen = element('p', { class: 'card-screen' });
  const bar = element('div', { class: 'progress-bar' });
  const loading = element(
    'div',
    { class: 'progress', attributes: { role: 'progressbar', 'aria-valuemin': '0', 'aria-valuemax': '100' } },
    bar,
  );
  const card = element(
    'section',
    { class: 'card', attributes: { 'aria-live': 'polite' } },
    symbol,
    title,
    text,
    loading,
    badge,
    screen,
  );
  const node = element('div', { class: 'cards', testId: 'card' }, logo(), card);
  let percent: LoadingPercent = 10;
  let downloaded: number | null = null;
  let unplayable: readonly string[] = [];
  let phase: Phase | 'failed' = 'loading';

  function show(): void {
    node.hidden = phase === 'playing';
    // While nothing is to be played, the call panel uses the place of the picture too.
    node.classList.toggle('is-idle', phase === 'idle' || (phase === 'waiting' && unplayable.length === 0));
    loading.hidden = phase !== 'loading';
    for (const each of [badge, screen]) each.hidden = phase !== 'waiting';
    symbol.hidden = phase === 'loading';
    switch (phase) {
      case 'loading':
        fill(title, '');
        fill(text, downloaded === null ? loadingSteps[percent] : strings.downloading(downloaded));
        bar.style.transform = `scaleX(${(downloaded ?? percent) / 100})`;
        loading.setAttribute('aria-valuenow', String(downloaded ?? percent));
        break;
      case 'waiting':
        if (unplayable.length > 0) {
          const names = strings.unplayableHint(unplayable);
          return write(strings.unplayable, names, icon('M12 3l9.5 17h-19z', 'M12 9.5v5', 'M12 17.5v.5'));
        }
        return write(strings.active, strings.waiting, icon('M3 5h18v12H3z', 'M8 21h8', 'M12 17v4', 'M10 8.5v5l4-2.5z'));
      case 'empty':
        return write(
          strings.emptyPlaylist,
          strings.emptyHint,
          icon('M4 6h11', 'M4 12h7', 'M4 18h7', 'M15 15l6 6', 'M21 15l-6 6'),
        );
      case 'paused':
        return write(strings.paused, strings.pausedHint, icon('M9 5v14', 'M15 5v14'));
      // The card is hidden, or `showFailure` writes its text.
      case 'dark':
      case 'idle':
      case 'playing':
      case 'failed':
        break;
    }
  }

  function write(heading: string, sentence: string, drawing: SVGElement): void {
    fill(title, heading);
    fill(text, sentence);
    fill(symbol, drawing);
  }

  show();
  return {
    node,
    set(next: Phase): void {
      if (next === phase) return;
      phase = next;
      show();
    },
    /** Shows a failure until the next phase. */
    showFailure(heading: string, whatToDo: string): void {
      phase = 'failed';
      show();
      write(heading, whatToDo, icon('M12 3l9.5 17h-19z', 'M12 9.5v5', 'M12 17.5v.5'));
    },
    /** Sets the loading percentage, which never decreases. */
    setProgress(next: LoadingPercent): void {
      if (next <= percent) return;
      percent = next;
      if (phase === 'loading') show();
    },
    /** Shows the downloaded share in percent, or hides it if null. */
    setDownloaded(next: number | null): void {
      if (next === downloaded) return;
      downloaded = next;
      if (phase === 'loading') show();
    },
    /** Sets the names of contents that could not be opened, for the waiting card. */
    setUnplayable(names: readonly string[]): void {
      unplayable = names;
      if (phase === 'waiting') show();
    },
    setConnected(isConnected: boolean): void {
      fill(badge, isConnected ? strings.connected : strings.reconnecting);
      badge.classList.toggle('is-good', isConnected);
    },
    setScreenName: (name: string, screenId: string) => fill(screen, `${name} · ${strings.channelId(screenId)}`),
  };
}
