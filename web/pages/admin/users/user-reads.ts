import type { ResourceKey } from '../../../state/resources/resource.ts';

/** Resources that a change of an account invalidates. */
export const userReads: readonly ResourceKey[] = [
  'GET /api/admin/users-with-counts',
  'GET /api/admin/users',
  'GET /api/admin/users/:id/quotas',
  'GET /api/admin/overview',
];
