/** The clock of an account (contract/README 1.16): chosen by itself or by a manager, and heard by its screens at once. */
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { isKnownZone } from '../../platform/time-zones.ts';
import type { TimeZoneStore } from './time-zone-store.ts';

/** Throws invalid_input. */
function assertKnownZone(zone: string): void {
  if (isKnownZone(zone)) return;
  const sentence = 'Escolha um fuso horário da lista.';
  throw new AppError('invalid_input', sentence, { fields: { timeZone: sentence } });
}

/** Throws invalid_input for a zone that this server does not know. Call it in a transaction. */
export function chooseZone(
  { chosenZones, publish }: { chosenZones: TimeZoneStore; publish: Publish },
  userId: number,
  zone: string,
): void {
  assertKnownZone(zone);
  chosenZones.set(userId, zone);
  publish(`screens:${userId}`, { type: 'timeZoneUpdated' });
  publish(`user:${userId}`, { type: 'contentChanged', what: 'user' });
  publish('managers', { type: 'adminChanged', what: 'users' });
  publish('managers', { type: 'adminChanged', what: 'players' });
}
