/** What an account changes of how its screens look: the change, and who hears of it, in one transaction. */
import type { BodyStream } from '../../contract/endpoint.ts';
import type { DisplayChoices, DisplaySettings } from '../../contract/display.ts';
import type { Publish } from '../../contract/events.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { FileStore } from '../media/file-store.ts';
import type { Logos } from '../media/logos.ts';
import type { DisplayStore } from './store.ts';

export interface DisplayServiceDeps {
  display: DisplayStore;
  logos: Pick<Logos, 'take'>;
  media: { files: Pick<FileStore, 'dropUnused'> };
  publish: Publish;
  database: Database;
}

export function createDisplayService({ display, logos, media, publish, database }: DisplayServiceDeps) {
  function notify(userId: number): void {
    publish(`screens:${userId}`, { type: 'displaySettingsUpdated' });
    publish(`user:${userId}`, { type: 'displaySettingsUpdated' });
  }

  return {
    /** What `changes` leaves out stays. */
    choose(userId: number, changes: Partial<DisplayChoices>): DisplaySettings {
      return database.tx(() => {
        const saved = display.save(userId, changes);
        notify(userId);
        return saved;
      });
    },

    /** Replaces the one before. Throws what `Logos.take` throws. */
    replaceLogo: (userId: number, body: BodyStream): Promise<DisplaySettings> =>
      logos.take(userId, body, ({ file, width, height, ground }) => {
        const saved = display.saveLogo(userId, { sha256: file.sha256, width, height, ground });
        notify(userId);
        return saved;
      }),

    removeLogo(userId: number): void {
      database.tx(() => {
        if (!display.removeLogo(userId)) return;
        media.files.dropUnused();
        notify(userId);
      });
    },
  };
}
