import type { Publish } from '../../../contract/events.ts';
import type { MediaStore } from './store.ts';

/**
 * Publishes that a list changed: to the owner of the item, or for a platform item to all users with access; also to managers
 * for a platform item or with `concernsFailedItems`, because they see all failed items. Call it while the item exists.
 */
export function createListNotifier(publish: Publish, media: Pick<MediaStore, 'audienceOf'>) {
  return (videoId: number, { concernsFailedItems = false } = {}): void => {
    const { isPlatformVideo, topics } = media.audienceOf(videoId);
    for (const topic of topics) publish(topic, { type: 'contentChanged', what: 'videos' });
    if (isPlatformVideo || concernsFailedItems) publish('managers', { type: 'adminChanged', what: 'videos' });
  };
}
