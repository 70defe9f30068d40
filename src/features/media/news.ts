/** Who hears that a list of contents changed. */
import type { Publish } from '../../contract/events.ts';
import type { MediaStore } from './store.ts';

/**
 * To the studios that list the item: its owner's, or, of a platform item, those of everybody who may play it; and to managers
 * when it is the platform's, or `isOrWasFailed`, because they see everybody's failed items. Call it while the item exists.
 */
export function createListNews(publish: Publish, media: Pick<MediaStore, 'listenersOf'>) {
  return (videoId: number, { isOrWasFailed = false } = {}): void => {
    const { isPlatformVideo, topics } = media.listenersOf(videoId);
    for (const topic of topics) publish(topic, { type: 'contentChanged', what: 'videos' });
    if (isPlatformVideo || isOrWasFailed) publish('managers', { type: 'adminChanged', what: 'videos' });
  };
}
