/**
 * Feed of urgent notices. Requests them when the poll of the assignment has other ids than the known ones, and when the
 * socket announces a change. They are stored, so that a screen that starts without its server shows them until their
 * end.
 */
import type { PlayerUrgent } from '../../../../src/contract/urgent.ts';
import { storageRetryMs } from '../../device/storage.ts';
import type { ScreenClock } from '../clock/clock.ts';
import type { FeedContext } from './request-queue.ts';
import { createRefresh, sendReceipt, wait } from './send-receipt.ts';

export interface ShownUrgent extends Pick<PlayerUrgent, 'id' | 'preset' | 'text'> {
  /** True for a new notice, not after a restart. */
  chime: boolean;
  /** Monotonic milliseconds that include the device's sleep. */
  until: number;
}

/** Time that a stored notice waits for the server, so that one that was ended meanwhile does not appear. */
const newerWaitMs = 2_500;

export type UrgentFeed = ReturnType<typeof startUrgentFeed>;

export function startUrgentFeed(
  { session, cachedResponses, requests }: FeedContext,
  clock: Pick<ScreenClock, 'utcMs' | 'elapsed'>,
  onUrgent: (notices: readonly ShownUrgent[]) => void,
) {
  /** Ids in the last response; undefined before the first one. */
  let confirmed: string | undefined;
  /** True while the last request has no response. */
  let isUnanswered = false;
  /** Notices that were shown before this page started have sounded already. */
  const sounded: number[] = [];
  const elapsed = () => clock.elapsed(performance.now());

  async function restore(): Promise<void> {
    const isUnneeded = () => confirmed !== undefined || requests.isClosed();
    let list = await cachedResponses.load('urgent');
    // Storage may be slow at the start.
    while (!list) {
      await wait(storageRetryMs);
      if (isUnneeded()) return;
      list = await cachedResponses.load('urgent');
    }
    sounded.push(...list.map(({ id }) => id));
    const since = performance.now();
    while (!isUnneeded() && !requests.isUncertain() && performance.now() - since < newerWaitMs) await wait(50);
    if (isUnneeded()) return;
    const now = elapsed();
    const utcMs = clock.utcMs(performance.now());
    // Without a reliable clock a notice is shown for the time that was left when it was stored: too long is better than
    // not at all.
    const left = ({ endsAtMs, leftMs }: (typeof list)[number]) =>
      utcMs === null ? leftMs : Math.min(leftMs, endsAtMs - utcMs);
    onUrgent(
      list.map((one) => ({ id: one.id, preset: one.preset, text: one.text, chime: false, until: now + left(one) })),
    );
  }

  function accept(notices: readonly PlayerUrgent[], now: number): void {
    confirmed = idsOf(notices);
    void cachedResponses.save(
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
    isUnanswered = true;
    const { notices } = await requests.send(() => session.call('GET /api/player/urgent'));
    isUnanswered = false;
    const now = elapsed();
    // Load first which notices have sounded already.
    if (confirmed === undefined)
      await Promise.race([cachedResponses.load('urgent').then(addSounded), wait(newerWaitMs)]);
    if (requests.isClosed()) return;
    accept(notices, now);
  });

  function addSounded(list: readonly { id: number }[] = []): void {
    for (const { id } of list) if (sounded.indexOf(id) < 0) sounded.push(id);
  }

  void restore();
  refresh();
  return {
    now: refresh,
    /** Receives the ids of running notices from a poll. */
    receivePoll(ids: unknown): void {
      const polledIds = Array.isArray(ids) ? ids.join() : '';
      // No notice runs any more: the stored ones have ended.
      if (polledIds === '' && confirmed === undefined) accept([], elapsed());
      else if (isUnanswered || polledIds !== confirmed) refresh();
    },
    /** Removes the notices when the server no longer serves this screen, which would not be notified of their end. */
    clear(): void {
      if (confirmed !== '') accept([], elapsed());
    },
    /** Called when a notice is painted: sends the receipt until it is acknowledged. */
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
