import type { Publish } from '../../../contract/events.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { MediaStore } from './store.ts';

export interface ListNotifierDeps {
  publish: Publish;
  database: Pick<Database, 'afterCommit'>;
  media: Pick<MediaStore, 'audienceOf' | 'videosByIds'>;
}

/**
 * Publishes that a list changed: to the owner of the item, with its row (of a track: also to the owner's screens), or for a platform item to all users with access; also to
 * managers for a platform item or with `concernsFailedItems`, because they see all failed items. Call it while the item exists.
 */
export function createListNotifier({ publish, database, media }: ListNotifierDeps) {
  function publishRow(userId: number, videoId: number): void {
    const rows = media.videosByIds([videoId], userId);
    const removed = rows.length === 0 ? [videoId] : [];
    publish(`user:${userId}`, {
      type: 'contentChanged',
      what: 'videos',
      patch: { of: 'GET /api/videos', rows, removed },
    });
  }

  return (videoId: number, { concernsFailedItems = false } = {}): void => {
    const { isPlatformVideo, isTrack, owner, topics } = media.audienceOf(videoId);
    // The item's later changes in the same transaction belong to its row.
    if (owner !== null && !isTrack) database.afterCommit(() => publishRow(owner, videoId));
    if (owner !== null && isTrack) {
      publish(`user:${owner}`, { type: 'contentChanged', what: 'soundtracks' });
      publish(`screens:${owner}`, { type: 'radioSettingsUpdated' });
    }
    for (const topic of topics) publish(topic, { type: 'contentChanged', what: 'videos' });
    if (isPlatformVideo || concernsFailedItems) publish('managers', { type: 'adminChanged', what: 'videos' });
  };
}
