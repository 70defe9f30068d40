/** Changes to tracks and their licences. Each change and the events it publishes are one transaction. */
import type { Author, BodyStream, UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { Track } from '../../../contract/radio.ts';
import type { MediaDeletions } from '../library/deletions.ts';
import { createListNotifier } from '../library/notify.ts';
import type { Licences } from '../upload/direct-uploads.ts';
import { assertEnoughStorage } from '../upload/rules.ts';
import type { FinishedUpload, Uploads } from '../upload/uploads.ts';
import type { SoundtrackServiceDeps } from './service.ts';

export interface TrackServiceDeps extends SoundtrackServiceDeps {
  uploads: Uploads;
  mediaDeletions: Pick<MediaDeletions, 'remove' | 'restore'>;
  licences: Pick<Licences, 'save'>;
}

const isTrack = true;
const trackTarget = ({ id, name }: Track, accountId: number) => ({ kind: 'content', id, name, accountId }) as const;

export function createTrackService(deps: TrackServiceDeps) {
  const { soundtracks, media, uploads, processing, mediaDeletions, licences, audit, database } = deps;
  const notifyLists = createListNotifier(deps);

  /** Runs `change` on a track of the account, records and publishes it, and returns the changed track. Throws `not_found`. */
  function changeTrack(id: number, userId: number, by: Author, change: (track: Track) => void): Track {
    return database.tx(() => {
      change(soundtracks.findTrackOrThrow(id, userId));
      notifyLists([id], { concernsFailedItems: true });
      const track = soundtracks.findTrackOrThrow(id, userId);
      audit.record(by, 'content.changed', trackTarget(track, userId));
      return track;
    });
  }

  return {
    /** Adds a track from the caller's finished upload and queues it. Throws `not_found`, `quota_exceeded`. */
    add(
      id: number,
      { userId }: UserActor,
      { name, r2Path }: { name: string; r2Path: string },
      upload: FinishedUpload,
      by: Author,
    ): Track {
      return database.tx(() => {
        soundtracks.findNameOrThrow(id, userId);
        soundtracks.assertTrackCount(id, limits.soundtrack.tracks - 1);
        uploads.consume(r2Path, userId, { isPlatform: false, isTrack });
        const created = media.create({
          ...{ userId, name, mediaType: upload.mediaType, soundtrackId: id },
          ...{ displayDuration: null, useAmbientBackground: false, categoryId: null, purpose: 'information' },
          ...{ original: upload.storageKey, originalBytes: upload.sizeBytes },
        });
        notifyLists([created]);
        database.afterCommit(() => processing.wake());
        const track = soundtracks.findTrackOrThrow(created, userId);
        audit.record(by, 'content.uploaded', trackTarget(track, userId));
        return track;
      });
    },

    /** Fields omitted in `patch` stay unchanged. Throws `not_found`. */
    update: (
      id: number,
      userId: number,
      patch: { name?: string | undefined; licenceNote?: string | undefined },
      by: Author,
    ): Track =>
      changeTrack(id, userId, by, ({ name, licence }) =>
        soundtracks.updateTrack(id, { name: patch.name ?? name, note: patch.licenceNote ?? licence.note }),
      ),

    /** Deletes a track; it can be restored for ten seconds. Throws `not_found`. */
    remove: (id: number, userId: number, by: Author): void => mediaDeletions.remove(id, userId, by, { isTrack }),

    /** Throws `not_found` after the ten seconds, `quota_exceeded` if the storage or the soundtrack was filled meanwhile. */
    restore(id: number, user: UserActor, by: Author): Track {
      return database.tx(() => {
        mediaDeletions.restore(id, user, by, { isTrack });
        soundtracks.assertTrackCount(soundtracks.soundtrackOf(id) ?? 0, limits.soundtrack.tracks);
        return soundtracks.findTrackOrThrow(id, user.userId);
      });
    },

    /** Queues a failed track again. Throws `not_found`, or `conflict` if it has not failed or its file is missing. */
    retry(id: number, user: UserActor, by: Author): Track {
      const track = changeTrack(id, user.userId, by, () => {
        if (!media.queue.retry(id, user))
          throw new AppError('conflict', 'Esta música não pode ser convertida de novo. Envie-a outra vez.');
      });
      processing.wake();
      return track;
    },

    /** Stores or replaces a track's licence. Throws `not_found`, `quota_exceeded`, and the errors of direct uploads. */
    async saveLicence(id: number, userId: number, body: BodyStream, by: Author): Promise<Track> {
      soundtracks.findTrackOrThrow(id, userId);
      assertEnoughStorage(uploads.usage(userId), body.length ?? 0);
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
  };
}
