/** Administrative notices: 60 s over the picture, 60 s away, then the next one (contract/README 8.1). */
import { limits } from '../../../src/contract/limits.ts';
import type { PlayerNotice } from '../../../src/contract/notices.ts';
import { element, fill } from '../device/dom.ts';

/** Which notice is on the screen `elapsedMs` after the first one appeared; null in a pause. */
export function noticeAt<Notice>(notices: readonly Notice[], elapsedMs: number): Notice | null {
  const shownMs = limits.notice.displaySeconds * 1000;
  const turnMs = shownMs + limits.notice.intervalSeconds * 1000;
  if (notices.length === 0 || elapsedMs % turnMs >= shownMs) return null;
  return notices[Math.floor(elapsedMs / turnMs) % notices.length] ?? null;
}

export interface Notices {
  node: HTMLElement;
  set(notices: readonly PlayerNotice[]): void;
  /** To be called about every second. */
  tick(now: number): void;
}

export function createNotices(): Notices {
  const title = element('h2');
  const text = element('p');
  const node = element('aside', { class: 'notice', testId: 'notice' }, title, text);
  let active: PlayerNotice[] = [];
  let since = 0;
  let shown: PlayerNotice | null = null;

  function tick(now: number): void {
    const notice = noticeAt(active, now - since);
    node.classList.toggle('is-visible', notice !== null);
    if (!notice || notice === shown) return;
    shown = notice;
    fill(title, notice.title);
    fill(text, notice.message);
    node.style.backgroundColor = notice.backgroundColor;
    node.style.color = notice.textColor;
    node.classList.toggle('is-long', notice.message.length > 220);
  }

  return {
    node,
    set(notices) {
      const next = notices.filter((notice) => notice.isActive);
      if (JSON.stringify(next) === JSON.stringify(active)) return;
      const ids = (list: readonly PlayerNotice[]) => list.map((notice) => notice.id).join();
      // Another text of the same notices goes on in its rhythm; other notices begin at once.
      if (ids(next) !== ids(active)) since = performance.now();
      active = next;
      shown = null;
      tick(performance.now());
    },
    tick,
  };
}
