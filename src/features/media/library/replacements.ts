/** Replaces an existing item's file by a new upload, once the upload is processed (contract/README 3.8). */
import type { Author, UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { ReplacementInput, Video } from '../../../contract/media.ts';
import type { Audit } from '../../audit/audit.ts';
import type { ManageableItem } from './audience-store.ts';
import { createListNotifier } from './notify.ts';
import { contentTarget } from './service.ts';
import type { OutcomeDeps } from '../processing/outcomes.ts';
import type { Processing } from '../processing/processing.ts';
import type { FinishedUpload, Uploads } from '../upload/uploads.ts';

export interface ReplacementsDeps extends Pick<OutcomeDeps, 'media' | 'publish' | 'database'> {
  audit: Pick<Audit, 'record'>;
  uploads: Pick<Uploads, 'findFinished' | 'consume'>;
  processing: Pick<Processing, 'wake' | 'cancel' | 'retryAmbient'>;
}

export type Replacements = ReturnType<typeof createReplacements>;

export function createReplacements({ media, audit, uploads, processing, publish, database }: ReplacementsDeps) {
  const notifyLists = createListNotifier({ publish, database, media });

  /** Returns the item to replace. Throws `not_found` unless the user may manage it, `conflict` while its first file is processed. */
  function targetOrThrow(id: number, user: UserActor): ManageableItem {
    const target = media.findManageableOrThrow(id, user);
    if (target.status !== 'completed' && target.status !== 'failed')
      throw new AppError('conflict', 'Este conteúdo ainda está sendo processado. Aguarde até ele ficar pronto.');
    return target;
  }

  return {
    targetOrThrow,

    /** Returns the caller's finished upload. Throws `not_found`, `conflict`. */
    findUpload(id: number, user: UserActor, r2Path: string): Promise<FinishedUpload> {
      targetOrThrow(id, user);
      return uploads.findFinished(r2Path, user.userId);
    },

    /**
     * Replaces the item's file by the caller's finished upload: a completed item's file when the new one is ready, a failed
     * item's at once. A newer replacement cancels an older one. Throws `not_found`, `conflict`, `quota_exceeded`.
     */
    replace(
      id: number,
      user: UserActor,
      { r2Path, poster }: ReplacementInput,
      upload: FinishedUpload,
      by: Author,
    ): Video {
      return database.tx(() => {
        const { isPlatform, status } = targetOrThrow(id, user);
        const hasFailed = status === 'failed';
        uploads.consume(r2Path, user.userId, { isPlatform, replaces: id });
        const file = { ...upload, poster: isPlatform ? undefined : poster };
        if (hasFailed) media.replacements.beginAgain(id, file);
        else media.replacements.put(id, file);
        notifyLists([id], { concernsFailedItems: hasFailed });
        database.afterCommit(() => {
          // The result of an older replacement's job is not needed any more.
          processing.cancel(id);
          processing.retryAmbient(id);
          processing.wake();
        });
        const video = media.findOrThrow(id, user.userId);
        audit.record(by, 'content.replaced', contentTarget(video, user));
        return video;
      });
    },

    /** Discards a pending or failed replacement; the item keeps its file. Throws `not_found` if there is no replacement. */
    abandon(id: number, user: UserActor): void {
      database.tx(() => {
        media.findManageableOrThrow(id, user);
        if (!media.replacements.discard(id))
          throw new AppError('not_found', 'Este conteúdo não está sendo substituído.');
        notifyLists([id]);
      });
      processing.cancel(id);
    },
  };
}
