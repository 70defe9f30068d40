/** Changes to soundtracks, their tracks and licences. Each change and its messages share one transaction. */
import type { Author, BodyStream, UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Publish } from '../../../contract/events.ts';
import { limits } from '../../../contract/limits.ts';
import type { Soundtrack, Track } from '../../../contract/radio.ts';
import type { Database } from '../../../platform/storage/database.ts';
import type { Audit } from '../../audit/audit.ts';
import type { MediaDeletions } from '../library/deletions.ts';
import { createListNotifier } from '../library/notify.ts';
import type { MediaStore } from '../library/store.ts';
import type { Processing } from '../processing/processing.ts';
import type { Licences } from '../upload/direct-uploads.ts';
import { assertRoom } from '../upload/rules.ts';
import type { FinishedUpload, Uploads } from '../upload/uploads.ts';
import type { SoundtrackStore } from './store.ts';

export interface SoundtrackServiceDeps {
  soundtracks: SoundtrackStore;
  media: MediaStore;
  uploads: Uploads;
  processing: Pick<Processing, 'wake' | 'cancel'>;
  mediaDeletions: Pick<MediaDeletions, 'remove' | 'restore'>;
  licences: Pick<Licences, 'save'>;
  audit: Pick<Audit, 'record'>;
  publish: Publish;
  database: Database;
}

export function createSoundtrackService(deps: SoundtrackServiceDeps) {
  const { soundtracks, media, uploads, processing, mediaDeletions, licences, audit, publish, database } = deps;
  const notifyLists = createListNotifier({ publish, database, media });
  const isTrack = true;

  const notify = (userId: number): void => publish(`user:${userId}`, { type: 'contentChanged', what: 'soundtracks' });
  function notifyScreens(userId: number): void {
    for (const topic of [`user:${userId}`, `screens:${userId}`] as const)
      publish(topic, { type: 'radioSettingsUpdated' });
  }
  const targetOf = ({ id, name }: { id: number; name: string }, accountId: number) =>
    ({ kind: 'radio', id, name, accountId }) as const;
  const trackTarget = ({ id, name }: Track, accountId: number) => ({ kind: 'content', id, name, accountId }) as const;

  /** Runs `change` on an own track, records and publishes it, and returns the changed track. Throws `not_found`. */
  function changeTrack(id: number, userId: number, by: Author, change: (track: Track) => void): Track {
    return database.tx(() => {
      change(soundtracks.trackOrThrow(id, userId));
      notifyLists(id, { concernsFailedItems: true });
      const track = soundtracks.trackOrThrow(id, userId);
      audit.record(by, 'content.changed', trackTarget(track, userId));
      return track;
    });
  }

  return {
    /** Throws `quota_exceeded`. */
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
        const { name: before } = soundtracks.findOrThrow(id, userId);
        soundtracks.rename(id, name);
        const renamed = soundtracks.findOrThrow(id, userId);
        if (name !== before) audit.record(by, 'radio.soundtrack_renamed', targetOf(renamed, userId));
        notify(userId);
        return renamed;
      });
    },

    /** Deletes a soundtrack and its tracks; screens that have chosen it play the station again. Throws `not_found`. */
    remove(id: number, userId: number, by: Author): void {
      const ids = database.tx(() => {
        audit.record(by, 'radio.soundtrack_deleted', targetOf(soundtracks.findOrThrow(id, userId), userId));
        const trackIds = soundtracks.trackIds(id);
        for (const trackId of trackIds) media.remove(trackId, userId);
        soundtracks.remove(id);
        notify(userId);
        notifyScreens(userId);
        return trackIds;
      });
      for (const trackId of ids) processing.cancel(trackId);
    },

    /** Adds a track from the caller's finished upload and queues it. Throws `not_found`, `quota_exceeded`. */
    addTrack(
      id: number,
      { userId }: UserActor,
      { name, r2Path }: { name: string; r2Path: string },
      upload: FinishedUpload,
      by: Author,
    ): Track {
      return database.tx(() => {
        const { tracks } = limits.soundtrack;
        if (soundtracks.findOrThrow(id, userId).tracks.length >= tracks)
          throw new AppError('quota_exceeded', `Uma trilha tem no máximo ${tracks} músicas.`);
        uploads.consume(r2Path, userId, { isPlatform: false, isTrack });
        const created = media.create({
          ...{ userId, name, mediaType: upload.mediaType, soundtrackId: id },
          ...{ displayDuration: null, useAmbientBackground: false, categoryId: null, purpose: 'information' },
          ...{ original: upload.storageKey, originalBytes: upload.sizeBytes },
        });
        notifyLists(created);
        database.afterCommit(() => processing.wake());
        const track = soundtracks.trackOrThrow(created, userId);
        audit.record(by, 'content.uploaded', trackTarget(track, userId));
        return track;
      });
    },

    /** Fields omitted in `patch` stay unchanged. Throws `not_found`. */
    updateTrack: (
      id: number,
      userId: number,
      patch: { name?: string | undefined; licenceNote?: string | undefined },
      by: Author,
    ): Track =>
      changeTrack(id, userId, by, ({ name, licence }) =>
        soundtracks.updateTrack(id, { name: patch.name ?? name, note: patch.licenceNote ?? licence.note }),
      ),

    /** Deletes a track; it can be restored for ten seconds. Throws `not_found`. */
    removeTrack: (id: number, userId: number, by: Author): void => mediaDeletions.remove(id, userId, by, { isTrack }),

    /** Throws `not_found` when it is too late, `quota_exceeded` when its quota was used meanwhile. */
    restoreTrack(id: number, user: UserActor, by: Author): Track {
      mediaDeletions.restore(id, user, by, { isTrack });
      return soundtracks.trackOrThrow(id, user.userId);
    },

    /** Queues a failed track again. Throws `not_found`, or `conflict` if it has not failed or its file is missing. */
    retryTrack(id: number, user: UserActor, by: Author): Track {
      const track = changeTrack(id, user.userId, by, () => {
        if (!media.queue.retry(id, user))
          throw new AppError('conflict', 'Esta música não pode ser convertida de novo. Envie-a outra vez.');
      });
      processing.wake();
      return track;
    },

    /** Stores the licence of a track, instead of its previous one. Throws the errors of direct uploads, `quota_exceeded`. */
    async saveLicence(id: number, userId: number, body: BodyStream, by: Author): Promise<Track> {
      soundtracks.trackOrThrow(id, userId);
      assertRoom(uploads.usage(userId), body.length ?? 0);
      return licences.save(userId, body, ({ file }) =>
        changeTrack(id, userId, by, () => {
          media.files.attach(id, [file]);
          media.files.recount(id);
        }),
      );
    },

    /** Throws `not_found`. */
    removeLicence: (id: number, userId: number, by: Author): void =>
      void changeTrack(id, userId, by, () => {
        media.files.detach(id, 'licence');
        media.files.recount(id);
      }),

    /** Chooses the soundtrack of one screen; null: that of the account. Throws `not_found`. */
    chooseForScreen(playerId: number, userId: number, soundtrackId: number | null, by: Author): void {
      database.tx(() => {
        if (soundtrackId !== null) soundtracks.findOrThrow(soundtrackId, userId);
        const name = soundtracks.setOfScreen(playerId, userId, soundtrackId);
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
