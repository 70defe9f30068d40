/** Shows the notice that is due (notice-turns.ts) as a card: below the picture if the layout shrinks it, else over it. */
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import { element, fill } from '../../device/dom.ts';
import { noticeAt, type NoticeTurn, turnAt } from './notice-turns.ts';

export type Notices = ReturnType<typeof createNotices>;

export function createNotices() {
  const title = element('h2');
  const text = element('p');
  const node = element('aside', { class: 'notice', testId: 'notice' }, title, text);
  let active: PlayerNotice[] = [];
  let turn: NoticeTurn | null = null;
  let shown: PlayerNotice | undefined;
  /** Height reserved for the notice. A style is set only when it changes, because old engines then recalculate all styles. */
  let reservedPx = 0;

  function tick(now: number): void {
    turn = turnAt(turn, active, now);
    const notice = noticeAt(turn, active, now);
    node.classList.toggle('is-visible', notice !== undefined);
    if (notice && notice !== shown) write(notice);
    // Measure each time, because the height changes when the screen is rotated.
    const neededPx = notice ? node.offsetHeight : 0;
    if (neededPx === reservedPx) return;
    reservedPx = neededPx;
    document.body.classList.toggle('has-notice', neededPx > 0);
    document.body.style.setProperty('--notice-room', neededPx > 0 ? `calc(${neededPx}px + 2.5rem)` : '0px');
  }

  function write(notice: PlayerNotice): void {
    shown = notice;
    fill(title, notice.title);
    fill(text, notice.message);
    node.style.backgroundColor = notice.backgroundColor;
    node.style.color = notice.textColor;
    node.classList.toggle('is-long', notice.message.length > 220);
    node.classList.toggle('is-longest', notice.message.length > 500 || notice.title.length > 100);
  }

  return {
    node,
    set(notices: readonly PlayerNotice[]): void {
      active = notices.filter((notice) => notice.isActive);
      tick(performance.now());
    },
    /** Shows the notice that is due. Call it about every second. */
    tick,
    stop(): void {
      document.body.classList.remove('has-notice');
      document.body.style.removeProperty('--notice-room');
    },
  };
}
