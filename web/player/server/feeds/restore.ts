import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { Responses } from '../requests/responses.ts';
import type { StoredTime } from '../clock/stored-time.ts';
import { noRules } from './rules.ts';
import { storageRetryMs } from '../../device/storage.ts';
import type { FeedContext } from './server-requests.ts';
import { wait } from './send-receipt.ts';
import type { AllFeeds } from './triggers.ts';

/** Time that the stored programme waits for the server's, so that no content that was removed meanwhile appears. */
const newerWaitMs = 1_200;

type RestoredFeeds = Pick<AllFeeds, 'assignment' | 'messages' | 'radio'>;

export interface RestoreOptions {
  onInfo(info: Responses['info']): void;
  onNotices(notices: readonly PlayerNotice[]): void;
}

/** Applies the stored responses, unless the server responds first (web/player/README 5.4). Retries slow storage. */
export async function restore(
  context: FeedContext,
  storedTime: Pick<StoredTime, 'restore'>,
  feeds: RestoredFeeds,
  options: RestoreOptions,
): Promise<void> {
  for (;;) {
    await restoreOnce(context, storedTime, feeds, options);
    if (isUnneeded(context, feeds)) return;
    await wait(storageRetryMs);
    if (isUnneeded(context, feeds)) return;
  }
}

const isUnneeded = ({ requests }: FeedContext, { assignment }: RestoredFeeds) =>
  requests.isClosed() || assignment.current() !== undefined;

async function restoreOnce(
  context: FeedContext,
  storedTime: Pick<StoredTime, 'restore'>,
  feeds: RestoredFeeds,
  { onInfo, onNotices }: RestoreOptions,
): Promise<void> {
  const { cachedResponses, requests } = context;
  const { assignment, messages, radio } = feeds;
  const [storedAssignment, rules, tickers, notices, settings, stations, info] = await Promise.all([
    cachedResponses.load('assignment'),
    cachedResponses.load('rules'),
    cachedResponses.load('tickers'),
    cachedResponses.load('notices'),
    cachedResponses.load('radio'),
    cachedResponses.load('stations'),
    cachedResponses.load('info'),
    storedTime.restore(),
  ]);
  const until = performance.now() + newerWaitMs;
  await new Promise<void>((resolve) => {
    const check = setInterval(() => {
      if (!assignment.current() && !requests.isUncertain() && performance.now() < until) return;
      clearInterval(check);
      resolve();
    }, 50);
  });
  if (!storedAssignment || isUnneeded(context, feeds)) return;
  if (info) onInfo(info);
  if (notices) onNotices(notices);
  if (settings) radio.restore(settings, stations ?? []);
  if (tickers) messages.restore(tickers);
  assignment.accept(storedAssignment, rules ?? noRules);
}
