/** Changes the time zone of an account for its owner or a manager (contract/README 1.16). */
import type { Author } from '../../../contract/endpoint.ts';
import { invalidField } from '../../../contract/errors.ts';
import { isKnownZone } from '../../../platform/time-zones.ts';
import { targetOf } from '../administration/rules.ts';
import type { AccountDeps } from '../deps.ts';

/**
 * Stores the zone and notifies the account's screens and studios, and managers. Throws invalid_input for an unknown zone. Call it
 * in a transaction.
 */
export function chooseZone(
  { chosenZones, audit, publish }: Pick<AccountDeps, 'chosenZones' | 'audit' | 'publish'>,
  account: { id: number; username: string },
  zone: string,
  by: Author,
): void {
  if (!isKnownZone(zone)) throw invalidField('timeZone', 'Escolha um fuso horário da lista.');
  const userId = account.id;
  const before = chosenZones.of(userId);
  if (before !== zone)
    audit.record(by, 'account.time_zone_changed', targetOf(account), {
      changes: { 'Fuso horário': [before ?? 'o do servidor', zone] },
    });
  chosenZones.set(userId, zone);
  publish(`screens:${userId}`, { type: 'timeZoneUpdated' });
  publish(`user:${userId}`, { type: 'contentChanged', what: 'user' });
  publish('managers', { type: 'adminChanged', what: 'users' });
  publish('managers', { type: 'adminChanged', what: 'players' });
}
