/** What administrators do to categories and to the access to them: the change, and who hears of it, in one transaction. */
import type { AdminCategory } from '../../contract/categories.ts';
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { CategoryFields, CategoryPatch, CategoryStore } from './store.ts';

export interface CategoryServiceDeps {
  categories: CategoryStore;
  playlists: Pick<PlaylistStore, 'changed' | 'idsWithCategory'>;
  publish: Publish;
  database: Database;
}

export function createCategoryService({ categories, playlists, publish, database }: CategoryServiceDeps) {
  const notifyManagers = () => publish('managers', { type: 'adminChanged', what: 'categories' });

  /** The user's lists and screens gain or lose the category's items at once. */
  function notifyOfAccess(userId: number, categoryId: number): void {
    publish(`user:${userId}`, { type: 'categoryAccessChanged' });
    playlists.changed(playlists.idsWithCategory(categoryId, userId));
    notifyManagers();
  }

  return {
    /** Throws conflict when the name is taken. */
    create(fields: CategoryFields): AdminCategory {
      return database.tx(() => {
        const created = categories.create(fields);
        notifyManagers();
        return created;
      });
    },

    /** What `patch` leaves out stays. Throws not_found, or conflict when the name is taken. */
    update(id: number, patch: CategoryPatch): AdminCategory {
      return database.tx(() => {
        const changed = categories.update(id, patch);
        for (const user of categories.users(id)) publish(`user:${user.id}`, { type: 'categoryAccessChanged' });
        notifyManagers();
        return changed;
      });
    },

    /** Its contents stay, without category. Throws not_found. */
    remove(id: number): void {
      database.tx(() => {
        categories.findOrThrow(id);
        // Without category, its items may be played by everybody.
        playlists.changed(playlists.idsWithCategory(id));
        categories.remove(id);
        publish('studios', { type: 'categoryAccessChanged' });
        notifyManagers();
      });
    },

    /** Throws not_found. */
    grant(userId: number, categoryId: number): void {
      database.tx(() => {
        if (categories.grant(userId, categoryId)) notifyOfAccess(userId, categoryId);
      });
    },

    /** Throws not_found. */
    revoke(userId: number, categoryId: number): void {
      database.tx(() => {
        if (categories.revoke(userId, categoryId)) notifyOfAccess(userId, categoryId);
      });
    },
  };
}
