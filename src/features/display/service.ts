/** What an account changes of how its screens look: the change, and who hears of it, in one transaction. */
import type { DisplaySettings } from '../../contract/display.ts';
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { DisplayStore } from './store.ts';

export interface DisplayServiceDeps {
  display: DisplayStore;
  publish: Publish;
  database: Database;
}

export function createDisplayService({ display, publish, database }: DisplayServiceDeps) {
  return {
    /** What `changes` leaves out stays. */
    choose(userId: number, changes: Partial<DisplaySettings>): DisplaySettings {
      return database.tx(() => {
        const saved = display.save(userId, changes);
        publish(`screens:${userId}`, { type: 'displaySettingsUpdated' });
        publish(`user:${userId}`, { type: 'displaySettingsUpdated' });
        return saved;
      });
    },
  };
}
