/** Categories of platform contents and access to them (DESIGN section 3, Playlists; document 2, section 2). */
import type { Handlers } from '../../contract/api.ts';
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { CategoryStore } from './store.ts';

type CategoryKeys =
  | 'GET /api/user/category-access'
  | 'GET /api/admin/categories'
  | 'POST /api/admin/categories'
  | 'PATCH /api/admin/categories/:id'
  | 'DELETE /api/admin/categories/:id'
  | 'GET /api/admin/categories/:id/users'
  | 'POST /api/admin/users/:userId/categories/:categoryId'
  | 'DELETE /api/admin/users/:userId/categories/:categoryId';

export interface CategoryRoutesDeps {
  categories: CategoryStore;
  playlists: Pick<PlaylistStore, 'changed' | 'idsWithCategory'>;
  publish: Publish;
  database: Database;
}

export function categoryRoutes({
  categories,
  playlists,
  publish,
  database,
}: CategoryRoutesDeps): Handlers<CategoryKeys> {
  const announce = () => publish('managers', { type: 'adminChanged', what: 'categories' });

  /** The user's lists and screens gain or lose the category's items at once. */
  function announceAccess(userId: number, categoryId: number): void {
    publish(`user:${userId}`, { type: 'categoryAccessChanged' });
    playlists.changed(playlists.idsWithCategory(categoryId, userId));
    announce();
  }

  return {
    'GET /api/user/category-access': ({ user }) => categories.accessOf(user),

    'GET /api/admin/categories': () => categories.list(),

    'POST /api/admin/categories': ({ body }) =>
      database.tx(() => {
        const created = categories.create(body);
        announce();
        return created;
      }),

    'PATCH /api/admin/categories/:id': ({ params, body }) =>
      database.tx(() => {
        const changed = categories.update(params.id, body);
        for (const { id } of categories.users(params.id)) publish(`user:${id}`, { type: 'categoryAccessChanged' });
        announce();
        return changed;
      }),

    'DELETE /api/admin/categories/:id': ({ params }) => {
      database.tx(() => {
        categories.findOrThrow(params.id);
        // Without category, its items may be played by everybody.
        playlists.changed(playlists.idsWithCategory(params.id));
        categories.remove(params.id);
        publish('studios', { type: 'categoryAccessChanged' });
        announce();
      });
    },

    'GET /api/admin/categories/:id/users': ({ params }) => {
      categories.findOrThrow(params.id);
      return categories.users(params.id);
    },

    'POST /api/admin/users/:userId/categories/:categoryId': ({ params }) =>
      database.tx(() => {
        if (categories.grant(params.userId, params.categoryId)) announceAccess(params.userId, params.categoryId);
        return { message: 'Acesso concedido' };
      }),

    'DELETE /api/admin/users/:userId/categories/:categoryId': ({ params }) => {
      database.tx(() => {
        if (categories.revoke(params.userId, params.categoryId)) announceAccess(params.userId, params.categoryId);
      });
    },
  };
}
