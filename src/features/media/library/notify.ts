/**
 * Publishes changes of contents to their subscribers: of lists that changed, and of how far the processing of an item
 * is.
 */
import type { Publish } from '../../../contract/events.ts';
import type { Job } from '../processing/jobs.ts';
import type { MediaStore } from './store.ts';

/**
 * To the studios that list the item: its owner's, or, of a platform item, those of everybody who may play it; and to managers
 * when it is the platform's, or `isOrWasFailed`, because they see everybody's failed items. Call it while the item exists.
 */
export function createListNotifier(publish: Publish, media: Pick<MediaStore, 'listenersOf'>) {
  return (videoId: number, { isOrWasFailed = false } = {}): void => {
    const { isPlatformVideo, topics } = media.listenersOf(videoId);
    for (const topic of topics) publish(topic, { type: 'contentChanged', what: 'videos' });
    if (isPlatformVideo || isOrWasFailed) publish('managers', { type: 'adminChanged', what: 'videos' });
  };
}

/** To the item's owner; of a platform item, to managers. `percent` from 0 to 100. */
export function createProgressNotifier(publish: Publish) {
  return (
    { videoId, userId, isReplacement }: Job,
    status: 'pending' | 'processing' | 'completed' | 'failed',
    percent: number,
    error: string | null = null,
  ): void =>
    publish(userId === null ? 'managers' : `user:${userId}`, {
      type: 'mediaProgress',
      videoId,
      isReplacement,
      status,
      progress: Math.floor(percent),
      error,
    });
}

export type ProgressNotifier = ReturnType<typeof createProgressNotifier>;
