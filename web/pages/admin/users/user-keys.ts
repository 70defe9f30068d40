import type { ReadKey } from '../../../state/resources/resource.ts';

/** Keys of the resources that are invalidated when an account changes. */
export const userKeys: readonly ReadKey[] = [
  'GET /api/admin/users-with-counts',
  'GET /api/admin/users',
  'GET /api/admin/users/:id/quotas',
  'GET /api/admin/overview',
];
