/** Routes of the clinic's profile (contract/README 3.10). */
import type { Handlers } from '../../contract/api/index.ts';
import { type ClinicServiceDeps, createClinicService } from './service.ts';

export function clinicRoutes(deps: ClinicServiceDeps) {
  const service = createClinicService(deps);

  return {
    'GET /api/clinic-profile': ({ user }) => deps.clinic.of(user.userId),

    'PUT /api/clinic-profile': ({ user, body, by }) => service.save(user.userId, body, by),
  } satisfies Partial<Handlers>;
}
