/** All that the database knows of the radio. */
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/storage/database.ts';
import { createRadioSettingsStore } from './settings-store.ts';
import { createStationStore } from './station-store.ts';

export type RadioStore = ReturnType<typeof createRadioStore>;

export function createRadioStore(database: Database, clock: Clock) {
  return { stations: createStationStore(database, clock), settings: createRadioSettingsStore(database) };
}
