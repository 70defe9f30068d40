/** Routes of soundtracks, tracks and licences (contract/README 7.3). */
import type { Handlers } from '../../../contract/api/index.ts';
import { AppError } from '../../../contract/errors.ts';
import type { MediaFolder } from '../library/folder.ts';
import type { FinishedUpload } from '../upload/uploads.ts';
import { createSoundtrackService } from './service.ts';
import { createTrackService, type TrackServiceDeps } from './track-service.ts';

export function soundtrackRoutes(deps: TrackServiceDeps & { folder: Pick<MediaFolder, 'mediaPath'> }) {
  const { soundtracks, media, uploads, folder } = deps;
  const service = createSoundtrackService(deps);
  const tracks = createTrackService(deps);
  return {
    'GET /api/soundtracks': ({ user }) => soundtracks.list(user.userId),

    'POST /api/soundtracks': ({ user, body, by }) => service.create(user.userId, body.name, by),

    'PATCH /api/soundtracks/:id': ({ user, params, body, by }) => service.rename(params.id, user.userId, body.name, by),

    'DELETE /api/soundtracks/:id': ({ user, params, by }) => service.remove(params.id, user.userId, by),

    'POST /api/soundtracks/:id/tracks': {
      prepare: ({ user, body }) => uploads.findFinished(body.r2Path, user.userId),
      handle: ({ user, params, body, by }, upload: FinishedUpload) => tracks.add(params.id, user, body, upload, by),
    },

    'PATCH /api/tracks/:id': ({ user, params, body, by }) => tracks.update(params.id, user.userId, body, by),

    'DELETE /api/tracks/:id': ({ user, params, by }) => tracks.remove(params.id, user.userId, by),

    'POST /api/tracks/:id/restore': ({ user, params, by }) => tracks.restore(params.id, user, by),

    'POST /api/tracks/:id/retry': ({ user, params, by }) => tracks.retry(params.id, user, by),

    // Always a download, so that no browser shows the file as a page of this server.
    'GET /api/tracks/:id/licence': ({ user, params }) => {
      soundtracks.findTrackOrThrow(params.id, user.userId);
      const file = media.files.ofKind(params.id, 'licence');
      if (!file) throw new AppError('not_found', 'Esta música não tem arquivo de licença.');
      return {
        path: folder.mediaPath(file.sha256, file.extension),
        contentType: file.contentType,
        etag: file.sha256,
        headers: {
          'content-disposition': `attachment; filename="licenca-${params.id}.${file.extension}"`,
          'cache-control': 'private, no-cache',
        },
      };
    },

    'PUT /api/tracks/:id/licence': ({ user, params, body, by }) => tracks.saveLicence(params.id, user.userId, body, by),

    'DELETE /api/tracks/:id/licence': ({ user, params, by }) => tracks.removeLicence(params.id, user.userId, by),

    'PUT /api/my-players/:id/soundtrack': ({ user, params, body, by }) =>
      service.chooseForScreen(params.id, user.userId, body.soundtrackId, by),
  } satisfies Partial<Handlers>;
}
