import type { ResourceKey } from '../../../state/resources/resource.ts';

/** Keys of the resources that are invalidated when an account changes. */
export const userKeys: readonly ResourceKey[] = [
  'GET /api/admin/users-with-counts',
  'GET /api/admin/users',
  'GET /api/admin/users/:id/quotas',
  'GET /api/admin/overview',
];
