/** Routes for categories of platform contents, and access to them (contract/README 5). */
import type { Handlers } from '../../contract/api/index.ts';
import { type CategoryServiceDeps, createCategoryService } from './service.ts';

export function categoryRoutes(deps: CategoryServiceDeps) {
  const { categories } = deps;
  const service = createCategoryService(deps);

  return {
    'GET /api/user/category-access': ({ user }) => categories.accessOf(user),

    'GET /api/admin/categories': () => categories.list(),

    'POST /api/admin/categories': ({ body, by }) => service.create(body, by),

    'PATCH /api/admin/categories/:id': ({ params, body, by }) => service.update(params.id, body, by),

    'DELETE /api/admin/categories/:id': ({ params, by }) => service.remove(params.id, by),

    'GET /api/admin/categories/:id/users': ({ params }) => {
      categories.findOrThrow(params.id);
      return categories.users(params.id);
    },

    'POST /api/admin/users/:userId/categories/:categoryId': ({ params, by }) => {
      service.grant(params.userId, params.categoryId, by);
      return { message: 'Acesso concedido' };
    },

    'DELETE /api/admin/users/:userId/categories/:categoryId': ({ params, by }) =>
      service.revoke(params.userId, params.categoryId, by),
  } satisfies Partial<Handlers>;
}
