/** Changes to categories and to the access to them. Each change and its events share one transaction. */
import type { AdminCategory } from '../../contract/categories.ts';
import type { Author } from '../../contract/endpoint.ts';
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { Audit } from '../audit/audit.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { AccountStore } from '../accounts/store.ts';
import type { CategoryFields, CategoryPatch, CategoryStore } from './store.ts';

export interface CategoryServiceDeps {
  categories: CategoryStore;
  playlists: Pick<PlaylistStore, 'invalidate' | 'idsWithCategory'>;
  accounts: Pick<AccountStore, 'findOrThrow'>;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

export function createCategoryService(deps: CategoryServiceDeps) {
  const { categories, playlists, accounts, audit, publish, database } = deps;
  const notifyManagers = () => publish('managers', { type: 'adminChanged', what: 'categories' });

  /** Grants or revokes access; the user's lists and screens gain or lose the category's items at once. */
  function changeAccess(action: 'granted' | 'revoked', userId: number, categoryId: number, by: Author): void {
    database.tx(() => {
      const isChanged =
        action === 'granted' ? categories.grant(userId, categoryId) : categories.revoke(userId, categoryId);
      if (!isChanged) return;
      const target = { ...targetOf(categories.findOrThrow(categoryId)), accountId: userId };
      audit.record(by, `category.${action}`, target, { other: accounts.findOrThrow(userId).username });
      publish(`user:${userId}`, { type: 'categoryAccessChanged' });
      playlists.invalidate(playlists.idsWithCategory(categoryId, userId));
      notifyManagers();
    });
  }

  return {
    /** Throws conflict when the name is in use. */
    create(fields: CategoryFields, by: Author): AdminCategory {
      return database.tx(() => {
        const created = categories.create(fields);
        audit.record(by, 'category.created', targetOf(created));
        notifyManagers();
        return created;
      });
    },

    /** Fields omitted in `patch` stay unchanged. Throws not_found, or conflict when the name is in use. */
    update(id: number, patch: CategoryPatch, by: Author): AdminCategory {
      return database.tx(() => {
        const changed = categories.update(id, patch);
        audit.record(by, 'category.changed', targetOf(changed));
        for (const user of categories.users(id)) publish(`user:${user.id}`, { type: 'categoryAccessChanged' });
        notifyManagers();
        return changed;
      });
    },

    /** Deletes a category; its contents remain, without a category. Throws not_found. */
    remove(id: number, by: Author): void {
      database.tx(() => {
        audit.record(by, 'category.deleted', targetOf(categories.findOrThrow(id)));
        // Items without a category may be played by everybody.
        playlists.invalidate(playlists.idsWithCategory(id));
        categories.remove(id);
        publish('studios', { type: 'categoryAccessChanged' });
        notifyManagers();
      });
    },

    /** Throws not_found. */
    grant: (userId: number, categoryId: number, by: Author): void => changeAccess('granted', userId, categoryId, by),

    /** Throws not_found. */
    revoke: (userId: number, categoryId: number, by: Author): void => changeAccess('revoked', userId, categoryId, by),
  };
}

const targetOf = ({ id, name }: { id: number; name: string }) => ({ kind: 'category', id, name }) as const;
