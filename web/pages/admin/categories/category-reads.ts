import type { ResourceKey } from '../../../state/resources/resource.ts';

/** Resources that a change of a category, its users or its contents invalidates. */
export const categoryReads: readonly ResourceKey[] = [
  'GET /api/admin/categories',
  'GET /api/admin/categories/:id/users',
  'GET /api/admin/categories/:id/videos',
  'GET /api/user/category-access',
  'GET /api/platform-videos',
];
