import type { Invalidation } from '../../../state/resource.ts';

/** What a change of an account makes old. */
export const userReads: readonly Invalidation[] = ['GET /api/admin/users-with-counts', 'GET /api/admin/users', 'GET /api/admin/users/:id/quotas', 'GET /api/admin/overview'];
