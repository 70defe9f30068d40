/**
 * Feed of urgent notices. Requests them when the poll of the assignment names others than the known ones, and when the
 * socket announces a change. Kept on the device: a screen that starts without its server shows them until their end.
 */
import type { PlayerUrgent } from '../../../../src/contract/urgent.ts';
import { silentRetryMs } from '../../device/storage.ts';
import type { ScreenClock } from '../clock/clock.ts';
import type { FeedContext } from './request-queue.ts';
import { createRefresh, sendReceipt, wait } from './send-receipt.ts';

export interface ShownUrgent extends Pick<PlayerUrgent, 'id' | 'preset' | 'text'> {
  /** True for a new notice, not after a restart. */
  chime: boolean;
  /** Monotonic milliseconds, sleep included. */
  until: number;
}

/** Time that a kept notice waits for the server: one that was ended meanwhile is not to flash up. */
const recalledWaitMs = 2_500;

export type UrgentFeed = ReturnType<typeof startUrgentFeed>;

export function startUrgentFeed(
  { session, kept, requests }: FeedContext,
  clock: Pick<ScreenClock, 'utcMs' | 'elapsed'>,
  onUrgent: (notices: readonly ShownUrgent[]) => void,
) {
  /** Ids as the last answer had them; undefined: none came yet. */
  let confirmed: string | undefined;
  /** The last question found no answer, or none yet. */
  let hasMissed = false;
  /** Those that were shown before this page began have sounded. */
  const sounded: number[] = [];
  const elapsed = () => clock.elapsed(performance.now());

  async function recall(): Promise<void> {
    const isOver = () => confirmed !== undefined || requests.isClosed();
    let list = await kept.load('urgent');
    // Storage may be slow at the start.
    while (!list) {
      await wait(silentRetryMs);
      if (isOver()) return;
      list = await kept.load('urgent');
    }
    sounded.push(...list.map(({ id }) => id));
    const since = performance.now();
    while (!isOver() && !requests.isUncertain() && performance.now() - since < recalledWaitMs) await wait(50);
    if (isOver()) return;
    const now = elapsed();
    const utcMs = clock.utcMs(performance.now());
    // Without a clock to trust it is shown for as long as was left when it was kept: rather too long than not at all.
    const left = ({ endsAtMs, leftMs }: (typeof list)[number]) =>
      utcMs === null ? leftMs : Math.min(leftMs, endsAtMs - utcMs);
    onUrgent(
      list.map((one) => ({ id: one.id, preset: one.preset, text: one.text, chime: false, until: now + left(one) })),
    );
  }

  function take(notices: readonly PlayerUrgent[], now: number): void {
    confirmed = idsOf(notices);
    void kept.save(
      'urgent',
      notices.map(({ id, preset, text, endsAt, remainingMs: leftMs }) => ({
        ...{ id, preset, text, leftMs },
        endsAtMs: Date.parse(endsAt),
      })),
    );
    onUrgent(
      notices.map(({ id, preset, text, chime, remainingMs }) => ({
        ...{ id, preset, text, until: now + remainingMs },
        chime: chime && sounded.indexOf(id) < 0,
      })),
    );
  }

  const refresh = createRefresh(requests, async () => {
    hasMissed = true;
    const { notices } = await requests.send(() => session.call('GET /api/player/urgent'));
    hasMissed = false;
    const now = elapsed();
    // What had sounded is known first.
    if (confirmed === undefined) await Promise.race([kept.load('urgent').then(noteSounded), wait(recalledWaitMs)]);
    if (requests.isClosed()) return;
    take(notices, now);
  });

  function noteSounded(list: readonly { id: number }[] = []): void {
    for (const { id } of list) if (sounded.indexOf(id) < 0) sounded.push(id);
  }

  void recall();
  refresh();
  return {
    now: refresh,
    /** Receives the ids of running notices from a poll. */
    receivePoll(ids: unknown): void {
      const named = Array.isArray(ids) ? ids.join() : '';
      // Nothing runs: what was kept is over.
      if (named === '' && confirmed === undefined) take([], elapsed());
      else if (hasMissed || named !== confirmed) refresh();
    },
    /** Clears the notices when the server no longer serves this screen, because it would not learn of their end. */
    forget(): void {
      if (confirmed !== '') take([], elapsed());
    },
    /** Called when it is painted: sends the receipt until it is acknowledged. */
    shown(id: number, hadSound: boolean): void {
      sounded.push(id);
      void sendReceipt(requests, () =>
        session.call('POST /api/player/urgent/:id/shown', { params: { id }, body: { hadSound } }),
      );
    },
    stop: () => undefined,
  };
}

const idsOf = (notices: readonly { id: number }[]): string => notices.map(({ id }) => id).join();
