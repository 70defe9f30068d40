/** Routes for the audit log: managers read entries of all accounts, a clinic those of its own account (contract/README 1.17). */
import type { Handlers } from '../../contract/api/index.ts';
import type { AuditEntry } from '../../contract/accounts/audit.ts';
import type { UserActor } from '../../contract/endpoint.ts';
import type { Clock } from '../../platform/clock.ts';
import { csvFile } from '../../platform/http/response/csv.ts';
import type { TimeZones } from '../../platform/time-zones.ts';
import type { TimeZoneStore } from '../accounts/own/time-zone-store.ts';
import { type Audit, scopeOf } from './audit.ts';
import { auditTable } from './csv.ts';

type AuditKeys =
  | 'GET /api/admin/audit'
  | 'GET /api/admin/audit/download'
  | 'GET /api/user/audit'
  | 'GET /api/user/audit/download';

export interface AuditRoutesDeps {
  audit: Pick<Audit, 'page' | 'all'>;
  chosenZones: Pick<TimeZoneStore, 'of'>;
  timeZones: Pick<TimeZones, 'of'>;
  clock: Clock;
}

export function auditRoutes({ audit, chosenZones, timeZones, clock }: AuditRoutesDeps): Handlers<AuditKeys> {
  /** Returns the entries as CSV. Day and times are in the time zone of the reader's account. */
  function download(entries: Iterable<AuditEntry[]>, { userId }: UserActor) {
    const timeZone = timeZones.of(chosenZones.of(userId) ?? null);
    const day = new Intl.DateTimeFormat('sv-SE', { timeZone }).format(clock.now());
    return csvFile({ name: `registro-${day}`, parts: auditTable(entries, timeZone) });
  }

  const withZone = (entry: AuditEntry): AuditEntry =>
    entry.account === null
      ? entry
      : {
          ...entry,
          account: { ...entry.account, timeZone: timeZones.of(chosenZones.of(entry.account.id) ?? null) },
        };

  return {
    'GET /api/admin/audit': async ({ user, query }) => {
      const { entries, next } = await audit.page(scopeOf(user), query);
      return { entries: entries.map(withZone), next };
    },
    'GET /api/admin/audit/download': ({ user, query }) => download(audit.all(scopeOf(user), query), user),
    'GET /api/user/audit': ({ user, query }) => audit.page({ kind: 'own', userId: user.userId }, query),
    'GET /api/user/audit/download': ({ user, query }) =>
      download(audit.all({ kind: 'own', userId: user.userId }, query), user),
  };
}
