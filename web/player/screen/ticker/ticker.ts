/** The ticker: one message at a time runs from right to left, all at the same speed (ticker-pass.ts). */
import type { TickerMessage } from '../../../../src/contract/messages.ts';
import { element, fill } from '../../device/dom.ts';
import { passOf } from './ticker-pass.ts';

export type Ticker = ReturnType<typeof createTicker>;

export function createTicker() {
  const track = element('div', { class: 'ticker-track' });
  const node = element('div', { class: 'ticker', testId: 'ticker' }, track);
  node.hidden = true;
  let shown: TickerMessage[] = [];
  let index = 0;
  let running: Animation | undefined;
  let nextTurn: ReturnType<typeof setTimeout> | undefined;
  let isVisible = false;

  function run(): void {
    const message = shown[index % shown.length];
    clearTimeout(nextTurn);
    running?.cancel();
    if (!message || node.hidden) return;
    const isAlone = shown.length === 1;
    fill(track, copyOf(message));
    const width = node.clientWidth;
    const remPx = parseFloat(getComputedStyle(document.documentElement).fontSize);
    const { durationMs, turnMs, copies, gap } = passOf(width, track.offsetWidth, remPx, isAlone);
    for (let count = 1; count < copies; count += 1) {
      const copy = copyOf(message);
      copy.style.marginLeft = `${gap}px`;
      track.append(copy);
    }
    // Animate only `transform`, so that the compositor moves the text without the main thread.
    running = track.animate(
      [{ transform: `translate3d(${width}px, 0, 0)` }, { transform: `translate3d(${-track.offsetWidth}px, 0, 0)` }],
      { duration: durationMs, iterations: isAlone ? Infinity : 1, fill: 'forwards' },
    );
    if (isAlone) return;
    nextTurn = setTimeout(() => {
      index += 1;
      run();
    }, turnMs);
  }

  function start(): void {
    node.hidden = shown.length === 0 || !isVisible;
    document.body.classList.toggle('has-ticker', !node.hidden);
    run();
  }

  window.addEventListener('resize', run);
  return {
    node,
    set(messages: readonly TickerMessage[]): void {
      const active = messages.filter((message) => message.isActive);
      if (JSON.stringify(active) === JSON.stringify(shown)) return;
      shown = active;
      index = 0;
      start();
    },
    /** Shows or hides the ticker. */
    setVisible(value: boolean): void {
      if (value === isVisible) return;
      isVisible = value;
      start();
    },
    stop(): void {
      document.body.classList.remove('has-ticker');
      clearTimeout(nextTurn);
      running?.cancel();
      window.removeEventListener('resize', run);
    },
  };
}

function copyOf({ title, message }: TickerMessage): HTMLElement {
  return element(
    'span',
    { class: 'ticker-message' },
    ...(title ? [element('span', { class: 'ticker-title', text: title })] : []),
    element('span', { text: message }),
  );
}
