/**
 * Fetches the urgent notices when the poll of the assignment has other ids than the known ones, and when the socket
 * announces a change. Stores them, so that a screen that starts without its server shows them until their end.
 */
import type { PlayerUrgent } from '../../../../src/contract/urgent.ts';
import { storageRetryMs } from '../../device/storage.ts';
import type { ScreenClock } from '../clock/clock.ts';
import type { FeedContext } from './server-requests.ts';
import { createRefresh, sendReceipt, wait } from './send-receipt.ts';

export interface UrgentToShow extends Pick<PlayerUrgent, 'id' | 'key' | 'preset' | 'text'> {
  /** True if the chime is to sound: once, not again after a restart of the page. */
  chime: boolean;
  /** Monotonic milliseconds that include the device's sleep. */
  until: number;
}

/** Time that a stored notice waits for the server, so that a notice that was ended meanwhile does not appear. */
const newerWaitMs = 2_500;

export type UrgentFeed = ReturnType<typeof startUrgentFeed>;

export function startUrgentFeed(
  { session, cachedResponses, requests }: FeedContext,
  clock: Pick<ScreenClock, 'utcMs' | 'elapsed'>,
  onUrgent: (notices: readonly UrgentToShow[]) => void,
) {
  /** Ids and keys in the last response; undefined before the first one. */
  let confirmed: string | undefined;
  /** True while the last request has no response. */
  let isResponseMissing = false;
  /** Keys of the notices that have sounded, also before this page started. */
  const soundedKeys: string[] = [];
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
    addSounded(list);
    const since = performance.now();
    while (!isUnneeded() && !requests.isUncertain() && performance.now() - since < newerWaitMs) await wait(50);
    if (isUnneeded()) return;
    const now = elapsed();
    const utcMs = clock.utcMs(performance.now());
    // Without a reliable clock a notice is shown for the time that was left when it was stored: too long is better than
    // not at all.
    const leftMsOf = ({ endsAtMs, leftMs }: (typeof list)[number]) =>
      utcMs === null ? leftMs : Math.min(leftMs, endsAtMs - utcMs);
    onUrgent(
      list.map((notice) => ({
        id: notice.id,
        key: keyOf(notice),
        preset: notice.preset,
        text: notice.text,
        chime: false,
        until: now + leftMsOf(notice),
      })),
    );
  }

  function accept(notices: readonly PlayerUrgent[], now: number): void {
    confirmed = textOf(
      notices.map(({ id }) => id),
      notices.map(({ key }) => key),
    );
    void cachedResponses.save(
      'urgent',
      notices.map(({ id, key, preset, text, endsAt, remainingMs: leftMs }) => ({
        ...{ id, key, preset, text, leftMs },
        endsAtMs: Date.parse(endsAt),
      })),
    );
    onUrgent(
      notices.map(({ id, key, preset, text, chime, remainingMs }) => ({
        ...{ id, key, preset, text, until: now + remainingMs },
        chime: chime && soundedKeys.indexOf(key) < 0,
      })),
    );
  }

  const refresh = createRefresh(requests, async () => {
    isResponseMissing = true;
    const { notices } = await requests.send(() => session.call('GET /api/player/urgent'));
    isResponseMissing = false;
    const now = elapsed();
    // Before the first response is delivered, load the stored notices: their chimes must not sound again.
    if (confirmed === undefined)
      await Promise.race([cachedResponses.load('urgent').then(addSounded), wait(newerWaitMs)]);
    if (requests.isClosed()) return;
    accept(notices, now);
  });

  function addSounded(list: readonly { id: number; key?: string }[] = []): void {
    for (const key of list.map(keyOf)) if (soundedKeys.indexOf(key) < 0) soundedKeys.push(key);
  }

  void restore();
  refresh();
  return {
    refresh,
    /** Receives ids and keys of running notices from a poll. */
    receivePoll(ids: unknown, keys: unknown): void {
      const polledIds = Array.isArray(ids) ? textOf(ids, Array.isArray(keys) ? keys : []) : '';
      // No notice runs any more: the stored ones have ended.
      if (polledIds === '' && confirmed === undefined) accept([], elapsed());
      else if (isResponseMissing || polledIds !== confirmed) refresh();
    },
    /** Removes the notices, because the server does not tell a blocked screen when they end. */
    clear(): void {
      if (confirmed !== '') accept([], elapsed());
    },
    /** Sends the receipt of a notice that is painted, until it is acknowledged. */
    shown({ id, key }: Pick<UrgentToShow, 'id' | 'key'>, hadSound: boolean): void {
      soundedKeys.push(key);
      void sendReceipt(requests, () =>
        session.call('POST /api/player/urgent/:id/shown', { params: { id }, body: { key, hadSound } }),
      );
    },
    stop: () => undefined,
  };
}

/** Returns ids with their keys, because a restored backup reuses ids. */
const textOf = (ids: readonly unknown[], keys: readonly unknown[]): string =>
  ids.map((id, index) => `${String(id)} ${String(keys[index])}`).join();

/** Returns the key, or the id for a notice that an earlier version of the page stored without a key. */
const keyOf = ({ id, key }: { id: number; key?: string }): string => key ?? String(id);
