/** Routes for the update of the program. */
import type { Handlers } from '../../../contract/api/index.ts';
import type { createReauthentication } from '../../accounts/passwords/current-password.ts';
import type { Audit } from '../../audit/audit.ts';
import type { Updates } from './updates.ts';

interface UpdateRoutesDeps {
  updates: Updates;
  audit: Pick<Audit, 'record'>;
  reauthentication: ReturnType<typeof createReauthentication>;
}

export function updateRoutes(deps: UpdateRoutesDeps): Handlers<'GET /api/admin/update' | 'POST /api/admin/update'> {
  const { updates, audit, reauthentication } = deps;
  return {
    'GET /api/admin/update': () => updates.state(),
    'POST /api/admin/update': async ({ body, user, exchange, by }) => {
      await updates.findOrThrow(body.sha256);
      // An open session is not enough to replace the program.
      await reauthentication.verifyRequest(user, body.currentPassword, exchange, 'update');
      // Another request may have begun an update meanwhile.
      const found = await updates.findOrThrow(body.sha256);
      updates.begin(found);
      audit.record(by, 'system.update_started', { kind: 'settings', id: null, name: found.version });
      return updates.state();
    },
  };
}
