/** New bytes for an item that exists: they take the place of its own once they are ready (contract/README 3.8). */
import type { UserActor } from '../../../contract/endpoint.ts';
import { AppError } from '../../../contract/errors.ts';
import type { Video } from '../../../contract/media.ts';
import type { Manageable } from './audience-store.ts';
import { createListNotifier } from './notify.ts';
import type { OutcomeDeps } from '../processing/outcomes.ts';
import type { Processing } from '../processing/processing.ts';
import type { FinishedUpload, Uploads } from '../upload/uploads.ts';

export interface ReplacingDeps extends Pick<OutcomeDeps, 'media' | 'publish' | 'database'> {
  uploads: Pick<Uploads, 'findFinished' | 'consume'>;
  processing: Pick<Processing, 'wake' | 'cancel' | 'forgetAmbientFailure'>;
}

export type Replacing = ReturnType<typeof createReplacing>;

export function createReplacing({ media, uploads, processing, publish, database }: ReplacingDeps) {
  const notifyLists = createListNotifier(publish, media);

  /** Throws `not_found` unless the item is the user's to manage, `conflict` while its own first file is processed. */
  function targetOrThrow(id: number, user: UserActor): Manageable {
    const target = media.manageableOrThrow(id, user);
    if (target.status !== 'completed' && target.status !== 'failed')
      throw new AppError('conflict', 'Este conteúdo ainda está sendo processado. Aguarde até ele ficar pronto.');
    return target;
  }

  return {
    targetOrThrow,

    /** Returns the caller's finished upload. Throws as `replace`. */
    findUpload(id: number, user: UserActor, r2Path: string): Promise<FinishedUpload> {
      targetOrThrow(id, user);
      return uploads.findFinished(r2Path, user.userId);
    },

    /**
     * Takes over the caller's finished upload. A good item goes on as it is until these bytes are ready, a failed one begins
     * again with them; of two replacements the newer wins. Throws `not_found`, `conflict`, `quota_exceeded`.
     */
    replace(id: number, user: UserActor, r2Path: string, upload: FinishedUpload): Video {
      return database.tx(() => {
        const { isPlatform, status } = targetOrThrow(id, user);
        const hasFailed = status === 'failed';
        uploads.consume(r2Path, user.userId, { isPlatform, replaces: id });
        if (hasFailed) media.replacements.beginAgain(id, upload);
        else media.replacements.put(id, upload);
        notifyLists(id, { isOrWasFailed: hasFailed });
        database.afterCommit(() => {
          // The result of an older replacement is no longer wanted.
          processing.cancel(id);
          processing.forgetAmbientFailure(id);
          processing.wake();
        });
        return media.findOrThrow(id, user.userId);
      });
    },

    /** The item keeps the bytes it has. Throws `not_found`, also when none is waiting or failed. */
    abandon(id: number, user: UserActor): void {
      database.tx(() => {
        media.manageableOrThrow(id, user);
        if (!media.replacements.discard(id))
          throw new AppError('not_found', 'Este conteúdo não está sendo substituído.');
        notifyLists(id);
      });
      processing.cancel(id);
    },
  };
}
