/** The ticker of breaking news: one message at a time runs from right to left at a constant speed. */
import { limits } from '../../../src/contract/limits.ts';
import type { TickerMessage } from '../../../src/contract/messages.ts';
import { element, fill } from '../device/dom.ts';

/** Widths of the screen that a text runs in a second: readable from 5 m. */
const screensPerSecond = 1 / 15;

/**
 * Milliseconds of one run over `distance`, so that whole runs fill the time until the next message and none is cut.
 * `width` is the screen's; any one unit.
 */
export function runMs(distance: number, width: number): number {
  const runs = Math.max(1, Math.round((limits.tickerRotationMs / 1000) * ((width * screensPerSecond) / distance)));
  return limits.tickerRotationMs / runs;
}

export interface Ticker {
  node: HTMLElement;
  set(messages: readonly TickerMessage[]): void;
  /** Only over a picture. */
  setVisible(isVisible: boolean): void;
  stop(): void;
}

export function createTicker(): Ticker {
  const track = element('div', { class: 'ticker-track' });
  const node = element('div', { class: 'ticker', testId: 'ticker' }, track);
  node.hidden = true;
  let shown: TickerMessage[] = [];
  let index = 0;
  let running: Animation | undefined;
  let rotation: ReturnType<typeof setInterval> | undefined;
  let isVisible = false;

  function run(): void {
    const message = shown[index % shown.length];
    running?.cancel();
    if (!message || node.hidden) return;
    fill(
      track,
      ...(message.title ? [element('span', { class: 'ticker-title', text: message.title })] : []),
      element('span', { text: message.message }),
    );
    const width = node.clientWidth;
    const length = track.offsetWidth;
    running = track.animate(
      [{ transform: `translate3d(${width}px, 0, 0)` }, { transform: `translate3d(${-length}px, 0, 0)` }],
      {
        duration: runMs(width + length, width),
        iterations: Infinity,
      },
    );
  }

  function start(): void {
    clearInterval(rotation);
    node.hidden = shown.length === 0 || !isVisible;
    document.body.classList.toggle('has-ticker', !node.hidden);
    run();
    if (node.hidden || shown.length < 2) return;
    rotation = setInterval(() => {
      index += 1;
      run();
    }, limits.tickerRotationMs);
  }

  window.addEventListener('resize', run);
  return {
    node,
    set(messages) {
      const active = messages.filter((message) => message.isActive);
      if (JSON.stringify(active) === JSON.stringify(shown)) return;
      shown = active;
      index = 0;
      start();
    },
    setVisible(value) {
      if (value === isVisible) return;
      isVisible = value;
      start();
    },
    stop() {
      document.body.classList.remove('has-ticker');
      clearInterval(rotation);
      running?.cancel();
      window.removeEventListener('resize', run);
    },
  };
}
