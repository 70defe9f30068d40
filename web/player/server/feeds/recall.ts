import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { Answers } from '../answers.ts';
import type { KeptTime } from '../kept-time.ts';
import { noRules } from './rules.ts';
import type { FeedContext } from './line.ts';
import type { AllFeeds } from './triggers.ts';

/** The stored programme waits this long for a newer one, so that nothing removed meanwhile flashes up. */
const patienceMs = 1_200;

export interface RecallOptions {
  onInfo(info: Answers['info']): void;
  onNotices(notices: readonly PlayerNotice[]): void;
}

/** Begins with what was kept, unless the server says in time what is to be played (web/player/README 5.4). */
export async function recall(
  { kept, line }: FeedContext,
  time: Pick<KeptTime, 'recalled'>,
  { assignment, messages, radio }: Pick<AllFeeds, 'assignment' | 'messages' | 'radio'>,
  { onInfo, onNotices }: RecallOptions,
): Promise<void> {
  const [sent, rules, tickers, notices, settings, stations, info] = await Promise.all([
    kept.load('assignment'),
    kept.load('rules'),
    kept.load('tickers'),
    kept.load('notices'),
    kept.load('radio'),
    kept.load('stations'),
    kept.load('info'),
    time.recalled,
  ]);
  const until = performance.now() + patienceMs;
  await new Promise<void>((resolve) => {
    const look = setInterval(() => {
      if (!assignment.current() && !line.isDoubtful() && performance.now() < until) return;
      clearInterval(look);
      resolve();
    }, 50);
  });
  if (line.isClosed() || assignment.current()) return;
  if (info) onInfo(info);
  if (notices) onNotices(notices);
  if (settings) radio.restore(settings, stations ?? []);
  if (tickers) messages.restore(tickers);
  if (sent) assignment.accept(sent, rules ?? noRules);
}
