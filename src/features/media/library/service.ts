/** Changes that users make to contents. Each change and the events it publishes are one transaction. */
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { AppError, invalidField } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { FailedVideo, Purpose, StatedPurpose, Video, VideoInput, VideoPatch } from '../../../contract/media.ts';
import { dateText } from '../../../contract/text/report-days.ts';
import type { Audit } from '../../audit/audit.ts';
import { isAdministrator } from './audience-store.ts';
import type { MediaDeletions } from './deletions.ts';
import { createListNotifier } from './notify.ts';
import type { OutcomeDeps } from '../processing/outcomes.ts';
import type { Processing } from '../processing/processing.ts';
import type { FinishedUpload, Uploads } from '../upload/uploads.ts';

export interface MediaServiceDeps extends Pick<OutcomeDeps, 'media' | 'playlists' | 'publish' | 'database'> {
  uploads: Uploads;
  processing: Pick<Processing, 'wake' | 'retryAmbient'>;
  deletions: Pick<MediaDeletions, 'removeNow'>;
  audit: Pick<Audit, 'record' | 'recordChanges'>;
}

/** The user who uploads a content. */
type Uploader = Pick<UserActor, 'userId' | 'role' | 'userType'>;

export type MediaService = ReturnType<typeof createMediaService>;

export function createMediaService(deps: MediaServiceDeps) {
  const { media, uploads, processing, deletions, audit, playlists, publish, database } = deps;
  const notifyLists = createListNotifier({ publish, database, media });

  /** Returns a new platform item's category; null for other items. Throws `forbidden` (contract/README 1.3), `invalid_input`. */
  function categoryOf(user: Uploader, input: Pick<VideoInput, 'isPlatformVideo' | 'categoryId'>): number | null {
    if (!input.isPlatformVideo) return null;
    assertMayUploadForPlatform(user);
    if (input.categoryId == null || !media.categoryExists(input.categoryId)) {
      throw new AppError('invalid_input', 'Por favor, preencha todos os campos obrigatórios.', {
        fields: { categoryId: 'Selecione uma categoria.' },
      });
    }
    return input.categoryId;
  }

  /** Requeues a failed item and returns `find()`. Throws `not_found` for others' items, `conflict` if it cannot be retried. */
  function queueAgain<Found>(id: number, viewer: UserActor | undefined, find: () => Found): Found {
    const queued = database.tx(() => {
      if (!media.queue.retry(id, viewer)) {
        if (viewer) media.findManageableOrThrow(id, viewer);
        throw notRetryableError(media.failed.findOrThrow(id));
      }
      notifyLists([id], { concernsFailedItems: true });
      return find();
    });
    processing.wake();
    return queued;
  }

  return {
    /** Returns the caller's finished upload. Throws as `register`. */
    findUpload(user: UserActor, input: VideoInput): Promise<FinishedUpload> {
      categoryOf(user, input);
      purposeOf(input.purpose);
      return uploads.findFinished(input.r2Path, user.userId);
    },

    /**
     * Creates an item from the caller's finished upload and queues it. Throws `not_found` (no such upload), `forbidden` and
     * `invalid_input` (platform items), `quota_exceeded` (the upload was reserved for a platform item but is registered for the
     * caller, whose quota is full), `medicine_refused`.
     */
    register(user: Uploader, input: VideoInput, upload: FinishedUpload, by: Author): Video {
      return database.tx(() => {
        uploads.consume(input.r2Path, user.userId, { isPlatform: input.isPlatformVideo });
        const created = media.create({
          userId: input.isPlatformVideo ? null : user.userId,
          name: input.name,
          mediaType: upload.mediaType,
          displayDuration: upload.mediaType === 'image' ? (input.displayDuration ?? limits.defaultImageSeconds) : null,
          useAmbientBackground: input.useAmbientBackground,
          categoryId: categoryOf(user, input),
          purpose: purposeOf(input.purpose),
          soundtrackId: null,
          original: upload.storageKey,
          originalBytes: upload.sizeBytes,
        });
        if (input.validUntil) media.setValidity(created, null, input.validUntil);
        if (!input.isPlatformVideo) media.posters.set(created, input.poster);
        notifyLists([created]);
        database.afterCommit(() => processing.wake());
        const video = media.findOrThrow(created, user.userId);
        audit.record(by, 'content.uploaded', contentTarget(video, user));
        return video;
      });
    },

    /** Changes an item. Throws `not_found` if the user may not manage it, `invalid_input` for wrong days, `medicine_refused`. */
    update(id: number, user: UserActor, patch: VideoPatch, by: Author): Video {
      const changed = database.tx(() => {
        const { mediaType } = media.findManageableOrThrow(id, user);
        const before = media.findOrThrow(id, user.userId);
        media.update(id, mediaType, patch);
        setValidity(media, id, user.userId, patch);
        if (patch.purpose) media.setPurpose(id, purposeOf(patch.purpose));
        if (patch.useAmbientBackground === false && media.files.ofKind(id, 'ambient')) {
          media.files.detach(id, 'ambient');
          media.files.recount(id);
        }
        playlists.invalidate(playlists.idsShowing(id));
        notifyLists([id]);
        const after = media.findOrThrow(id, user.userId);
        audit.recordChanges(by, 'content.changed', contentTarget(after, user), contentPairs(before, after));
        return after;
      });
      if (patch.useAmbientBackground) {
        processing.retryAmbient(id);
        processing.wake();
      }
      return changed;
    },

    /** Deletes a failed item at once, because no screen shows it. Throws `not_found`, or `conflict` if it has not failed. */
    removeFailed(id: number, by: Author): void {
      if (media.failed.findOrThrow(id).processingStatus !== 'failed')
        throw new AppError('conflict', 'Só conteúdos com falha podem ser excluídos aqui.');
      deletions.removeNow(id, by);
    },

    /** Requeues a failed item that the user may manage. Throws `not_found`, `conflict`. */
    retry: (id: number, user: UserActor, by: Author): Video =>
      queueAgain(id, user, () => {
        const video = media.findOrThrow(id, user.userId);
        audit.record(by, 'content.retried', contentTarget(video, user));
        return video;
      }),

    /** Requeues a failed item of any account. Throws `not_found`, `conflict`. */
    retryFailed: (id: number, by: Author): FailedVideo =>
      queueAgain(id, undefined, () => {
        const video = media.failed.findOrThrow(id);
        const accountId = video.owner?.id ?? null;
        audit.record(by, 'content.retried', { kind: 'content', id, name: video.name, accountId });
        return video;
      }),
  };
}

/** Sets first and last day; omitted fields stay unchanged. Throws `invalid_input` for a last day before the first. */
function setValidity(
  media: MediaServiceDeps['media'],
  id: number,
  userId: number,
  patch: { validFrom?: string | null; validUntil?: string | null },
): void {
  if (patch.validFrom === undefined && patch.validUntil === undefined) return;
  const before = media.findOrThrow(id, userId);
  const { validFrom = before.validFrom, validUntil = before.validUntil } = patch;
  if (validFrom !== null && validUntil !== null && validUntil < validFrom)
    throw invalidField('validUntil', 'O último dia não pode vir antes do primeiro.');
  media.setValidity(id, validFrom, validUntil);
}

const fitTexts = { contain: 'inteiro na tela', cover: 'preenche a tela' } as const;
const purposeNames = { information: 'Informativo', advertising: 'Publicidade' } as const;

const dayText = (day: string | null) => day && dateText(day);

const contentPairs = (before: Video, after: Video) =>
  ({
    Nome: [before.name, after.name],
    Segundos: [before.displayDuration, after.displayDuration],
    'Fundo desfocado': [before.useAmbientBackground, after.useAmbientBackground],
    Enquadramento: [fitTexts[before.fit], fitTexts[after.fit]],
    'Primeiro dia': [dayText(before.validFrom), dayText(after.validFrom)],
    'Último dia': [dayText(before.validUntil), dayText(after.validUntil)],
    Finalidade: [purposeNames[before.purpose], purposeNames[after.purpose]],
  }) as const;

/** Returns the target of audit entries about an item that the user may manage. */
export const contentTarget = ({ id, name, isPlatformVideo }: Video, { userId }: Pick<UserActor, 'userId'>) =>
  ({ kind: 'content', id, name, accountId: isPlatformVideo ? null : userId }) as const;

/** Returns the purpose with which an item is stored. Throws `medicine_refused` (contract/README 3.10). */
export function purposeOf(stated: StatedPurpose): Purpose {
  if (stated === 'medicine') throw new AppError('medicine_refused');
  return stated;
}

/** Throws `forbidden` unless the user is an administrator (contract/README 1.3). */
export function assertMayUploadForPlatform(user: Uploader): void {
  if (!isAdministrator(user))
    throw new AppError('forbidden', 'Apenas administradores podem enviar conteúdo da plataforma.');
}

const notRetryableError = ({ processingStatus }: FailedVideo) =>
  new AppError(
    'conflict',
    processingStatus === 'failed'
      ? 'O arquivo original não existe mais. Envie-o novamente.'
      : 'Este conteúdo não precisa ser processado novamente.',
  );
