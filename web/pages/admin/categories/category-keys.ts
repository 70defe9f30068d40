import type { ResourceKey } from '../../../state/resources/resource.ts';

/** Keys of the resources that are invalidated when a category, its users or its contents change. */
export const categoryKeys: readonly ResourceKey[] = [
  'GET /api/admin/categories',
  'GET /api/admin/categories/:id/users',
  'GET /api/admin/categories/:id/videos',
  'GET /api/user/category-access',
  'GET /api/platform-videos',
];
