/** The clock of an account (contract/README 1.15): chosen by itself or by a manager, and heard by its screens at once. */
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { isKnownZone } from '../../platform/time-zones.ts';
import type { AccountStore } from './store.ts';

/** Throws invalid_input for a zone that this server does not know. */
export function assertKnownZone(zone: string): void {
  if (isKnownZone(zone)) return;
  const sentence = 'Escolha um fuso horário da lista.';
  throw new AppError('invalid_input', sentence, { fields: { timeZone: sentence } });
}

/** Inside a transaction. */
export function setTimeZone(
  { accounts, publish }: { accounts: Pick<AccountStore, 'setTimeZone'>; publish: Publish },
  userId: number,
  zone: string,
): void {
  accounts.setTimeZone(userId, zone);
  publish(`screens:${userId}`, { type: 'timeZoneUpdated' });
  publish(`user:${userId}`, { type: 'contentChanged', what: 'user' });
  publish('managers', { type: 'adminChanged', what: 'users' });
  publish('managers', { type: 'adminChanged', what: 'players' });
}
