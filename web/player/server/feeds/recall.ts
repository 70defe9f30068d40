import type { TickerMessage } from '../../../../src/contract/messages.ts';
import type { PlayerNotice } from '../../../../src/contract/notices.ts';
import type { Answers } from '../answers.ts';
import type { FeedContext } from './line.ts';
import type { AllFeeds } from './triggers.ts';

/** The stored programme waits this long for a newer one, so that nothing removed meanwhile flashes up. */
const patienceMs = 1_200;

export interface RecallOptions {
  onInfo(info: Answers['info']): void;
  onNotices(notices: readonly PlayerNotice[]): void;
  onMessages(messages: readonly TickerMessage[]): void;
}

/** Begins with what was kept, unless the server says in time what is to be played (web/player/README 5.4). */
export async function recall(
  { kept, line }: FeedContext,
  { assignment, radio }: Pick<AllFeeds, 'assignment' | 'radio'>,
  { onInfo, onNotices, onMessages }: RecallOptions,
): Promise<void> {
  const [programme, messages, notices, settings, stations, info] = await Promise.all([
    kept.load('assignment'),
    kept.load('messages'),
    kept.load('notices'),
    kept.load('radio'),
    kept.load('stations'),
    kept.load('info'),
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
  if (!programme) return;
  assignment.accept(programme);
  // Only now: messages belong to the playlist just accepted.
  if (messages) onMessages(messages);
}
