/** Routes of uploads: in steps (reserve, send, register), or all in one request (contract/README 3.2 to 3.4). */
import type { Handlers } from '../../../contract/api/index.ts';
import { AppError } from '../../../contract/errors.ts';
import { releaseText } from '../../../platform/process/assets.ts';
import { isSpaceLow } from '../../../platform/storage/disk-space.ts';
import { readFields, readForm } from './multipart.ts';
import { isAdministrator } from '../library/audience-store.ts';
import { assertMayUploadForPlatform, type MediaService, purposeOf } from '../library/service.ts';
import type { Replacements } from '../library/replacements.ts';
import { readContentRange } from './rules.ts';
import type { FinishedUpload, Uploads, UploadsDeps } from './uploads.ts';

export type UploadKeys =
  | 'GET /api/capabilities'
  | 'POST /api/upload-url'
  | 'HEAD /api/uploads/:key'
  | 'PUT /api/uploads/:key'
  | 'DELETE /api/uploads/:key'
  | 'POST /api/videos'
  | 'POST /api/upload';

export interface UploadRoutesDeps extends Pick<UploadsDeps, 'tools' | 'freeSpace' | 'maxUploadMb'> {
  service: Pick<MediaService, 'findUpload' | 'register'>;
  replacements: Pick<Replacements, 'targetOrThrow'>;
  uploads: Uploads;
}

export function uploadRoutes(deps: UploadRoutesDeps): Handlers<UploadKeys> {
  const { service, replacements, uploads, tools, freeSpace, maxUploadMb } = deps;
  return {
    'GET /api/capabilities': async () => ({
      version: releaseText,
      maxUploadMb,
      canTranscode: tools.canTranscode,
      diskFull: isSpaceLow(await freeSpace()),
    }),

    'POST /api/upload-url': async ({ user, body }) => {
      purposeOf(body.purpose);
      const file = {
        fileName: body.fileName,
        contentType: body.contentType ?? body.fileType ?? '',
        sizeBytes: body.fileSize,
        isPlatform: body.isPlatformVideo,
        isArchive: body.isArchive,
        replaces: body.replaces,
        isTrack: body.isTrack,
      };
      if (file.replaces !== undefined) file.isPlatform = replacements.targetOrThrow(file.replaces, user).isPlatform;
      else if (file.isPlatform) assertMayUploadForPlatform(user);
      const { key, expiresAt } = await uploads.reserve(user.userId, file);
      return { uploadUrl: `/api/uploads/${key}`, r2Key: key, expiresAt: new Date(expiresAt).toISOString() };
    },

    'HEAD /api/uploads/:key': async ({ user, params, exchange }) => {
      const { receivedBytes, sizeBytes } = await uploads.state(params.key, user.userId);
      exchange.setHeader('upload-offset', String(receivedBytes));
      exchange.setHeader('upload-length', String(sizeBytes));
    },

    'PUT /api/uploads/:key': ({ user, params, body, exchange }) =>
      uploads.receive(params.key, user.userId, body, readContentRange(exchange.headers['content-range']), (offset) =>
        exchange.setHeader('upload-offset', String(offset)),
      ),

    'DELETE /api/uploads/:key': ({ user, params }) => uploads.cancel(params.key, user.userId),

    'POST /api/videos': {
      prepare: ({ user, body }) => service.findUpload(user, body),
      handle: ({ user, body, by }, upload: FinishedUpload) => service.register(user, body, upload, by),
    },

    'POST /api/upload': async ({ user, body, exchange, by }) => {
      // Reserves the size of the whole form, which is a little larger than the file, until the file is complete.
      const sizeBytes = body.length;
      if (sizeBytes === undefined) throw new AppError('length_required');
      let r2Path: string | undefined;
      let isAbandoned = false;
      try {
        const { fields, file } = await readForm(body, exchange.headers, async ({ fileName, contentType, bytes }) => {
          const { key } = await uploads.reserve(user.userId, {
            fileName,
            contentType,
            sizeBytes,
            // The field `isPlatformVideo` may come after the file. So an administrator's file is reserved as a platform item;
            // an own item of the administrator is checked against the quota when it is registered.
            isPlatform: isAdministrator(user),
          });
          r2Path = key;
          // The client may have disconnected during the reservation.
          if (isAbandoned) await uploads.cancel(key, user.userId);
          else await uploads.receiveWhole(key, user.userId, bytes);
          return { fileName, r2Path: key };
        });
        const input = readFields(fields, file);
        return service.register(user, input, await service.findUpload(user, input), by);
      } catch (error) {
        // The client does not know the key, so it cannot resume the upload.
        isAbandoned = true;
        if (r2Path) await uploads.cancel(r2Path, user.userId).catch(() => {});
        throw error;
      }
    },
  };
}
