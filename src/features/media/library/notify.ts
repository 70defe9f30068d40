import type { Publish, Topic } from '../../../contract/events.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { MediaStore } from './store.ts';

export interface ListNotifierDeps {
  publish: Publish;
  database: Pick<Database, 'afterCommit'>;
  media: Pick<MediaStore, 'audienceOf' | 'videosByIds'>;
}

/**
 * Returns a function that publishes changes of items. A content's owner gets its row. A track's owner and the owner's screens,
 * and all users with access to a platform item, are notified without rows. Managers are notified of platform items, and of all
 * items if `concernsFailedItems`, because managers see the failed items of all accounts. Call the function while the items exist.
 */
export function createListNotifier({ publish, database, media }: ListNotifierDeps) {
  function publishRows(userId: number, ids: readonly number[]): void {
    const rows = media.videosByIds(ids, userId);
    const kept = new Set(rows.map(({ id }) => id));
    publish(`user:${userId}`, {
      type: 'contentChanged',
      what: 'videos',
      patch: { of: 'GET /api/videos', rows, removed: ids.filter((id) => !kept.has(id)) },
    });
  }

  return (ids: readonly number[], { concernsFailedItems = false } = {}): void => {
    const contents = new Map<number, number[]>();
    const musicOwners = new Set<number>();
    const platformTopics = new Set<Topic>();
    for (const id of ids) {
      const { isTrack, owner, topics } = media.audienceOf(id);
      for (const topic of topics) platformTopics.add(topic);
      if (owner !== null && isTrack) musicOwners.add(owner);
      else if (owner !== null) contents.set(owner, [...(contents.get(owner) ?? []), id]);
    }
    // Read the rows after the commit: they must contain later changes of the same transaction.
    for (const [owner, ownIds] of contents) database.afterCommit(() => publishRows(owner, ownIds));
    for (const owner of musicOwners) {
      publish(`user:${owner}`, { type: 'contentChanged', what: 'soundtracks' });
      publish(`screens:${owner}`, { type: 'radioSettingsUpdated' });
    }
    for (const topic of platformTopics) publish(topic, { type: 'contentChanged', what: 'videos' });
    if (platformTopics.size > 0 || concernsFailedItems) publish('managers', { type: 'adminChanged', what: 'videos' });
  };
}
