import type { ReadKey } from '../../../state/resources/resource.ts';

/** What a change of an account makes old. */
export const userReads: readonly ReadKey[] = [
  'GET /api/admin/users-with-counts',
  'GET /api/admin/users',
  'GET /api/admin/users/:id/quotas',
  'GET /api/admin/overview',
];
