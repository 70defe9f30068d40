/** Routes of contents, which the API calls videos: upload, lists, changes and files (contract/README 3). */
import type { Handlers } from '../../../contract/api/index.ts';
import { yieldBetween } from '../../../platform/clock.ts';
import { AppError, notFound } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';
import type { MediaDeletions } from './deletions.ts';
import type { StoredFile } from './file-store.ts';
import type { MediaFolder } from './folder.ts';
import { createReplacements, type ReplacementsDeps } from './replacements.ts';
import { createMediaService, type MediaServiceDeps } from './service.ts';
import { type UploadKeys, uploadRoutes, type UploadRoutesDeps } from '../upload/routes.ts';
import type { MediaUrls } from './urls.ts';
import type { FinishedUpload } from '../upload/uploads.ts';

type ContentKeys =
  | 'GET /api/videos'
  | 'GET /api/videos/count'
  | 'GET /api/platform-videos'
  | 'GET /api/platform-videos/count'
  | 'PATCH /api/videos/:id'
  | 'DELETE /api/videos/:id'
  | 'POST /api/videos/:id/restore'
  | 'POST /api/videos/delete'
  | 'POST /api/videos/restore'
  | 'POST /api/videos/:id/retry'
  | 'POST /api/videos/:id/replace'
  | 'DELETE /api/videos/:id/replacement'
  | 'GET /api/videos/:id/poster'
  | 'GET /media/:file'
  | 'GET /api/player/videos/:id/url'
  | 'GET /api/admin/categories/:id/videos'
  | 'DELETE /api/admin/platform-videos/:id'
  | 'GET /api/admin/failed-videos'
  | 'POST /api/admin/videos/:id/retry'
  | 'DELETE /api/admin/videos/:id';

export interface MediaRoutesDeps
  extends Omit<MediaServiceDeps, 'deletions' | 'processing'>, Omit<UploadRoutesDeps, 'service' | 'replacements'> {
  processing: MediaServiceDeps['processing'] & ReplacementsDeps['processing'];
  urls: MediaUrls;
  folder: MediaFolder;
  mediaDeletions: MediaDeletions;
}

export function mediaRoutes(deps: MediaRoutesDeps): Handlers<ContentKeys | UploadKeys> {
  const { media, urls, folder } = deps;
  const deletions = deps.mediaDeletions;
  const service = createMediaService({ ...deps, deletions });
  const replacements = createReplacements(deps);

  return {
    ...uploadRoutes({ ...deps, service, replacements }),

    'GET /api/videos': ({ user, query }) => yieldBetween(media.list('own', user.userId, query)),

    'GET /api/videos/count': ({ user, query }) => yieldBetween(media.count('own', user.userId, query)),

    'GET /api/platform-videos': ({ user, query }) => yieldBetween(media.list('platform', user.userId, query)),

    'GET /api/platform-videos/count': ({ user, query }) => yieldBetween(media.count('platform', user.userId, query)),

    'PATCH /api/videos/:id': ({ user, params, body, by }) => service.update(params.id, user, body, by),

    'DELETE /api/videos/:id': ({ user, params, by }) => deletions.remove(params.id, user.userId, by),

    'DELETE /api/admin/platform-videos/:id': ({ params, by }) => deletions.remove(params.id, null, by),

    'POST /api/videos/delete': async ({ user, body, by }) => ({
      ids: await deletions.removeMany(body.ids, user.userId, by),
    }),

    'POST /api/videos/restore': async ({ user, body, by }) => ({
      ids: await deletions.restoreMany(body.ids, user.userId, by),
    }),

    'POST /api/videos/:id/restore': ({ user, params, by }) => {
      deletions.restore(params.id, user, by);
      return media.findOrThrow(params.id, user.userId);
    },

    'POST /api/videos/:id/retry': ({ user, params, by }) => service.retry(params.id, user, by),

    'POST /api/videos/:id/replace': {
      prepare: ({ user, params, body }) => replacements.findUpload(params.id, user, body.r2Path),
      handle: ({ user, params, body, by }, upload: FinishedUpload) =>
        replacements.replace(params.id, user, body, upload, by),
    },

    'DELETE /api/videos/:id/replacement': ({ user, params }) => replacements.abandon(params.id, user),

    'GET /api/videos/:id/poster': ({ user, params }) => media.posters.findOrThrow(params.id, user.userId),

    'GET /api/admin/failed-videos': () => media.failed.list(),

    'POST /api/admin/videos/:id/retry': ({ params, by }) => service.retryFailed(params.id, by),

    'DELETE /api/admin/videos/:id': ({ params, by }) => service.removeFailed(params.id, by),

    'GET /media/:file': ({ params, query }) => {
      const named = urls.verify(params.file, query);
      if (!named) throw new AppError('forbidden', 'Este endereço expirou. Atualize a página.');
      const file = media.files.find(named.sha256);
      if (!file || file.extension !== named.extension) throw new AppError('not_found');
      return {
        path: folder.mediaPath(file.sha256, file.extension),
        contentType: file.contentType,
        etag: file.sha256,
        headers: { 'cache-control': `private, max-age=${limits.mediaUrl.validMs / 1000}, immutable` },
      };
    },

    'GET /api/player/videos/:id/url': ({ player, params }) => {
      const played = media.findPlayed(player.playerId, params.id);
      if (!played) throw notFound('content');
      const { main, ambient } = played;
      const address = ({ sha256, extension, sizeBytes }: StoredFile) => ({
        url: urls.sign(sha256, extension),
        sha256,
        sizeBytes,
      });
      return { ...address(main), contentType: main.contentType, ambient: ambient ? address(ambient) : null };
    },

    'GET /api/admin/categories/:id/videos': ({ user, params }) =>
      yieldBetween(media.listOfCategory(params.id, user.userId)),
  };
}
