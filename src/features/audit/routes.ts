/** The audit log as managers read it, and each account its own (contract/README 1.17). */
import type { Handlers } from '../../contract/api.ts';
import type { AuditEntry } from '../../contract/audit.ts';
import type { Exchange } from '../../contract/endpoint.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Audit, scopeOf } from './audit.ts';
import { csvOf } from './csv.ts';

type AuditKeys =
  | 'GET /api/admin/audit'
  | 'GET /api/admin/audit/download'
  | 'GET /api/user/audit'
  | 'GET /api/user/audit/download';

export interface AuditRoutesDeps {
  audit: Pick<Audit, 'page' | 'all'>;
  config: { timeZone: string };
  clock: Clock;
}

export function auditRoutes({ audit, config, clock }: AuditRoutesDeps): Handlers<AuditKeys> {
  function download(entries: AuditEntry[], exchange: Exchange): string {
    const day = new Date(clock.now()).toISOString().slice(0, 10);
    exchange.setHeader('content-type', 'text/csv; charset=utf-8');
    exchange.setHeader('content-disposition', `attachment; filename="registro-${day}.csv"`);
    return csvOf(entries, config.timeZone);
  }

  return {
    'GET /api/admin/audit': ({ user, query }) => audit.page(scopeOf(user), query),
    'GET /api/admin/audit/download': ({ user, query, exchange }) => download(audit.all(scopeOf(user), query), exchange),
    'GET /api/user/audit': ({ user, query }) => audit.page({ kind: 'own', userId: user.userId }, query),
    'GET /api/user/audit/download': ({ user, query, exchange }) =>
      download(audit.all({ kind: 'own', userId: user.userId }, query), exchange),
  };
}
