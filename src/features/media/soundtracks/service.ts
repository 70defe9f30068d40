/** Changes to soundtracks. Each change and the events it publishes are one transaction. */
import type { Author } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Publish } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import type { Soundtrack } from '../../../contract/radio.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Audit } from '../../audit/audit.ts';
import type { MediaStore } from '../library/store.ts';
import type { Processing } from '../processing/processing.ts';
import type { SoundtrackStore } from './store.ts';

export interface SoundtrackServiceDeps {
  soundtracks: SoundtrackStore;
  media: MediaStore;
  processing: Pick<Processing, 'wake' | 'cancel'>;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

export function createSoundtrackService(deps: SoundtrackServiceDeps) {
  const { soundtracks, media, processing, audit, publish, database } = deps;
  const notify = (userId: number): void => publish(`user:${userId}`, { type: 'contentChanged', what: 'soundtracks' });
  function notifyScreens(userId: number): void {
    for (const topic of [`user:${userId}`, `screens:${userId}`] as const)
      publish(topic, { type: 'radioSettingsUpdated' });
  }
  const targetOf = ({ id, name }: { id: number; name: string }, accountId: number) =>
    ({ kind: 'radio', id, name, accountId }) as const;

  return {
    /** Throws `quota_exceeded` if the account has the maximum number of soundtracks. */
    create(userId: number, name: string, by: Author): Soundtrack {
      return database.tx(() => {
        const { perAccount } = limits.soundtrack;
        if (soundtracks.list(userId).length >= perAccount)
          throw new AppError('quota_exceeded', `No máximo ${perAccount} trilhas. Exclua uma delas.`);
        const created = soundtracks.findOrThrow(soundtracks.create(userId, name), userId);
        audit.record(by, 'radio.soundtrack_created', targetOf(created, userId));
        notify(userId);
        return created;
      });
    },

    /** Throws `not_found`. */
    rename(id: number, userId: number, name: string, by: Author): Soundtrack {
      return database.tx(() => {
        const { name: before } = soundtracks.findNameOrThrow(id, userId);
        soundtracks.rename(id, name);
        const renamed = soundtracks.findOrThrow(id, userId);
        if (name !== before) audit.record(by, 'radio.soundtrack_renamed', targetOf(renamed, userId));
        notify(userId);
        return renamed;
      });
    },

    /** Deletes a soundtrack and its tracks. Its screens then play the account's soundtrack or station. Throws `not_found`. */
    remove(id: number, userId: number, by: Author): void {
      const ids = database.tx(() => {
        audit.record(by, 'radio.soundtrack_deleted', targetOf(soundtracks.findNameOrThrow(id, userId), userId));
        const trackIds = soundtracks.trackIds(id);
        media.remove(trackIds);
        soundtracks.remove(id);
        notify(userId);
        notifyScreens(userId);
        // Managers see a list of failed items, which may have contained some of the tracks.
        publish('managers', { type: 'adminChanged', what: 'videos' });
        return trackIds;
      });
      for (const trackId of ids) processing.cancel(trackId);
    },

    /** Chooses the soundtrack of one screen; null: the account's soundtrack. Throws `not_found`. */
    chooseForScreen(playerId: number, userId: number, soundtrackId: number | null, by: Author): void {
      database.tx(() => {
        if (soundtrackId !== null) soundtracks.findNameOrThrow(soundtrackId, userId);
        const name = soundtracks.setForScreen(playerId, userId, soundtrackId);
        audit.record(by, 'radio.changed', {
          kind: 'radio',
          id: userId,
          name: `música da tela ${name}`,
          accountId: userId,
        });
        notifyScreens(userId);
      });
    },
  };
}
