/** Invalidates resources by live messages. The socket runs while somebody is signed in. */
import { effect } from '@preact/signals-react';
import { changedByMessage, patchOfMessage } from '../../../src/contract/changes.ts';
import type { Pushed, ServerMessage } from '../../../src/contract/events.ts';
import { connectLive } from '../../api/live.ts';
import { createCoalescer } from './coalesce.ts';
import { connection } from './connection.ts';
import { adjust, invalidate, invalidateAll, patchResource, readResource } from './resource.ts';
import { loseSession, reloadUser, signedInId, signIn } from '../session.ts';

/** Applies a message to the resources that were read. */
export function receive(message: Pushed): void {
  if (message.type === 'sessionEnded') return loseSession();
  const isAboutUser =
    message.type === 'subscriptionRefused' || (message.type === 'contentChanged' && message.what === 'user');
  if (isAboutUser) void reloadUser();
  if (message.type === 'mediaProgress') showProgress(message);
  const patch = patchOfMessage(message);
  if (patch) patchResource(patch);
  // The response of the own request has said it.
  if (message.isOwn) return;
  const reads = changedByMessage(message);
  // Every screen says it, all at the same moment.
  if (message.type === 'urgentShown') invalidateByMessage(reads);
  else invalidate(...reads);
}

const receiptsEveryMs = 500;
const invalidateByMessage = createCoalescer((reads) => invalidate(...reads), receiptsEveryMs);

/** Progress comes several times a second: shown in place, without asking the server again. */
function showProgress({
  videoId,
  isReplacement,
  status,
  progress,
  error,
}: Extract<ServerMessage, { type: 'mediaProgress' }>): void {
  // What became of a replacement is read again.
  const replacement =
    status === 'completed' || status === 'failed' ? undefined : { status, progress, error, canRetry: false };
  if (isReplacement && !replacement) return;
  for (const key of ['GET /api/videos', 'GET /api/platform-videos'] as const) {
    adjust(key, (videos) =>
      videos.map((video) =>
        video.id !== videoId
          ? video
          : isReplacement && replacement
            ? { ...video, replacement }
            : { ...video, processingStatus: status, processingProgress: progress, processingError: error },
      ),
    );
  }
}

/** Called once at the start of the studio. */
export function startLiveUpdates(): void {
  startProgrammeTurns();
  effect(() => {
    // Another account means another subscription; a changed name of the same one does not.
    if (signedInId.value === undefined) {
      connection.value = 'off';
      return;
    }
    return connectLive({
      onMessage: receive,
      onStatus: (status) => {
        // Refused because the session has ended? The server tells, if it is there at all.
        if (status === 'lost' && connection.peek() !== 'lost') void reloadUser();
        connection.value = status;
      },
      onGap: invalidateAll,
      onSubscribed: (person) => {
        // What changed between its answer and the subscription was told to nobody.
        signIn(person);
        invalidateAll();
      },
    });
  });
}

/** The computer's clock and the server's are not the same; one that is ahead does not ask without end. */
const lateMs = 500;
const leastMs = 10_000;
/** Longer ones overflow a timer. */
const longestMs = 86_400_000;

/** Lists of screens say what plays now and until when: then they are read again, whatever page is open. */
function startProgrammeTurns(): void {
  let askedAt = 0;
  effect(() => {
    if (signedInId.value === undefined) return undefined;
    const turns = (readResource('GET /api/my-players') ?? []).flatMap(({ playsNow: { until } }) => until ?? []);
    if (turns.length === 0) return undefined;
    const now = Date.now();
    const next = turns.reduce((first, each) => Math.min(first, Date.parse(each)), Infinity) + lateMs - now;
    const wait = Math.min(longestMs, Math.max(next, askedAt + leastMs - now, 0));
    const timer = setTimeout(() => {
      askedAt = Date.now();
      invalidate('GET /api/my-players');
    }, wait);
    return () => clearTimeout(timer);
  });
}
