import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { Responses } from '../requests/responses.ts';
import type { KeptTime } from '../clock/kept-time.ts';
import { noRules } from './rules.ts';
import { silentRetryMs } from '../../device/storage.ts';
import type { FeedContext } from './request-queue.ts';
import { wait } from './send-receipt.ts';
import type { AllFeeds } from './triggers.ts';

/** The stored programme waits this long for a newer one, so that nothing removed meanwhile flashes up. */
const recalledWaitMs = 1_200;

type RecalledFeeds = Pick<AllFeeds, 'assignment' | 'messages' | 'radio'>;

export interface RecallOptions {
  onInfo(info: Responses['info']): void;
  onNotices(notices: readonly PlayerNotice[]): void;
}

/** Begins with what was kept, unless the server is first (web/player/README 5.4). Slow storage is asked again. */
export async function recall(
  context: FeedContext,
  time: Pick<KeptTime, 'recall'>,
  feeds: RecalledFeeds,
  options: RecallOptions,
): Promise<void> {
  for (;;) {
    await recallOnce(context, time, feeds, options);
    if (isOver(context, feeds)) return;
    await wait(silentRetryMs);
    if (isOver(context, feeds)) return;
  }
}

const isOver = ({ requests }: FeedContext, { assignment }: RecalledFeeds) =>
  requests.isClosed() || assignment.current() !== undefined;

async function recallOnce(
  context: FeedContext,
  time: Pick<KeptTime, 'recall'>,
  feeds: RecalledFeeds,
  { onInfo, onNotices }: RecallOptions,
): Promise<void> {
  const { kept, requests } = context;
  const { assignment, messages, radio } = feeds;
  const [sent, rules, tickers, notices, settings, stations, info] = await Promise.all([
    kept.load('assignment'),
    kept.load('rules'),
    kept.load('tickers'),
    kept.load('notices'),
    kept.load('radio'),
    kept.load('stations'),
    kept.load('info'),
    time.recall(),
  ]);
  const until = performance.now() + recalledWaitMs;
  await new Promise<void>((resolve) => {
    const check = setInterval(() => {
      if (!assignment.current() && !requests.isUncertain() && performance.now() < until) return;
      clearInterval(check);
      resolve();
    }, 50);
  });
  if (!sent || isOver(context, feeds)) return;
  if (info) onInfo(info);
  if (notices) onNotices(notices);
  if (settings) radio.restore(settings, stations ?? []);
  if (tickers) messages.restore(tickers);
  assignment.accept(sent, rules ?? noRules);
}
