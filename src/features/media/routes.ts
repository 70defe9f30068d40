/** Contents: upload, lists, changes, and the bytes themselves (document 1, sections 2 and 7; DESIGN section 3). */
import type { Handlers } from '../../contract/api.ts';
import type { UserActor } from '../../contract/endpoint.ts';
import { AppError } from '../../contract/errors.ts';
import type { Publish } from '../../contract/events.ts';
import { limits } from '../../contract/limits.ts';
import type { Video, VideoInput } from '../../contract/media.ts';
import { version } from '../../platform/process/assets.ts';
import type { Database } from '../../platform/storage/database.ts';
import { type FreeSpace, isSpaceLow } from '../../platform/storage/disk-space.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import type { MediaFolder } from './folder.ts';
import { readFields, readForm } from './multipart.ts';
import { createListNews } from './news.ts';
import type { Processing } from './processing.ts';
import { isAdministrator, type MediaStore } from './store.ts';
import type { Tools } from './tools.ts';
import { readContentRange } from './upload-rules.ts';
import type { Uploads } from './uploads.ts';
import type { MediaUrls } from './urls.ts';

type MediaKeys =
  | 'GET /api/capabilities'
  | 'GET /api/videos'
  | 'GET /api/platform-videos'
  | 'POST /api/upload-url'
  | 'HEAD /api/uploads/:key'
  | 'PUT /api/uploads/:key'
  | 'DELETE /api/uploads/:key'
  | 'POST /api/videos'
  | 'POST /api/upload'
  | 'PATCH /api/videos/:id'
  | 'DELETE /api/videos/:id'
  | 'POST /api/videos/:id/retry'
  | 'GET /media/:file'
  | 'GET /api/player/videos/:id/url'
  | 'GET /api/admin/categories/:id/videos'
  | 'DELETE /api/admin/platform-videos/:id'
  | 'GET /api/admin/failed-videos'
  | 'POST /api/admin/videos/:id/retry'
  | 'DELETE /api/admin/videos/:id';

export interface MediaRoutesDeps {
  media: MediaStore;
  uploads: Uploads;
  processing: Pick<Processing, 'wake' | 'cancel' | 'forgetAmbientFailure'>;
  urls: MediaUrls;
  folder: MediaFolder;
  playlists: Pick<PlaylistStore, 'idsShowing' | 'changed'>;
  tools: Tools;
  freeSpace: () => Promise<FreeSpace>;
  maxUploadMb: number;
  publish: Publish;
  database: Database;
}

export function mediaRoutes(deps: MediaRoutesDeps): Handlers<MediaKeys> {
  const { media, uploads, processing, urls, folder, playlists, publish, database } = deps;

  const announce = createListNews(publish, media);

  /** Throws `conflict` when it has not failed or its bytes are gone. */
  function queueAgain(id: number): void {
    if (media.queue.retry(id)) return;
    const isFailed = media.failed.findOrThrow(id).processingStatus === 'failed';
    throw new AppError(
      'conflict',
      isFailed
        ? 'O arquivo original não existe mais. Envie-o novamente.'
        : 'Este conteúdo não precisa ser processado novamente.',
    );
  }

  /** Throws `forbidden` (document 1, section 6: platform uploads), `invalid_input` without an existing category. */
  function categoryOf(user: UserActor, input: Pick<VideoInput, 'isPlatformVideo' | 'categoryId'>): number | null {
    if (!input.isPlatformVideo) return null;
    if (!isAdministrator(user))
      throw new AppError('forbidden', 'Apenas administradores podem enviar conteúdo da plataforma.');
    if (input.categoryId == null || !media.categoryExists(input.categoryId)) {
      throw new AppError('invalid_input', 'Por favor, preencha todos os campos obrigatórios.', {
        fields: { categoryId: 'Selecione uma categoria.' },
      });
    }
    return input.categoryId;
  }

  /** Makes an item of the caller's finished upload and queues it. */
  async function register(user: UserActor, input: VideoInput): Promise<Video> {
    categoryOf(user, input);
    const upload = await uploads.findFinished(input.r2Path, user.userId);
    const id = database.tx(() => {
      const userId = input.isPlatformVideo ? null : user.userId;
      uploads.consume(input.r2Path, user.userId);
      const created = media.create({
        userId,
        name: input.name,
        mediaType: upload.mediaType,
        displayDuration: upload.mediaType === 'image' ? (input.displayDuration ?? limits.defaultImageSeconds) : null,
        useAmbientBackground: input.useAmbientBackground,
        categoryId: categoryOf(user, input),
        original: upload.storageKey,
        originalBytes: upload.sizeBytes,
      });
      announce(created);
      return created;
    });
    processing.wake();
    return media.findOrThrow(id, user.userId);
  }

  /** Screens and lists of those who show it change with it; `change` deletes the assignments. */
  function removing(id: number, change: () => void): void {
    database.tx(() => {
      announce(id, { isOrWasFailed: media.failed.findOrThrow(id).processingStatus === 'failed' });
      const shownIn = playlists.idsShowing(id);
      change();
      playlists.changed(shownIn);
    });
    processing.cancel(id);
  }

  return {
    'GET /api/capabilities': async () => ({
      version,
      maxUploadMb: deps.maxUploadMb,
      canTranscode: deps.tools.canTranscode,
      diskFull: isSpaceLow(await deps.freeSpace()),
    }),

    'GET /api/videos': ({ user }) => media.list(user.userId),

    'GET /api/platform-videos': ({ user }) => media.listPlatform(user.userId),

    'POST /api/upload-url': async ({ user, body }) => {
      const file = {
        fileName: body.fileName,
        contentType: body.contentType ?? body.fileType ?? '',
        sizeBytes: body.fileSize,
      };
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

    'POST /api/videos': ({ user, body }) => register(user, body),

    'POST /api/upload': async ({ user, body, exchange }) => {
      // The form is a little larger than its file: what is reserved too much is given back when the file is whole.
      const sizeBytes = body.length;
      if (sizeBytes === undefined) throw new AppError('length_required');
      let r2Path: string | undefined;
      try {
        const { fields, file } = await readForm(body, exchange.headers, async ({ fileName, contentType, bytes }) => {
          const { key } = await uploads.reserve(user.userId, { fileName, contentType, sizeBytes });
          r2Path = key;
          await uploads.receiveWhole(key, user.userId, bytes);
          return { fileName, r2Path: key };
        });
        return await register(user, readFields(fields, file));
      } catch (error) {
        // Nobody knows the key: it cannot be resumed.
        if (r2Path) await uploads.cancel(r2Path, user.userId).catch(() => {});
        throw error;
      }
    },

    'PATCH /api/videos/:id': ({ user, params: { id }, body }) => {
      const changed = database.tx(() => {
        const item = media.manageableOrThrow(id, user);
        media.update(id, item, body);
        playlists.changed(playlists.idsShowing(id));
        announce(id);
        return media.findOrThrow(id, user.userId);
      });
      if (body.useAmbientBackground) {
        processing.forgetAmbientFailure(id);
        processing.wake();
      }
      return changed;
    },

    'DELETE /api/videos/:id': ({ user, params: { id } }) => removing(id, () => media.remove(id, user.userId)),

    'DELETE /api/admin/platform-videos/:id': ({ params: { id } }) => removing(id, () => media.removePlatform(id)),

    'POST /api/videos/:id/retry': ({ user, params: { id } }) => {
      const queued = database.tx(() => {
        media.manageableOrThrow(id, user);
        queueAgain(id);
        announce(id, { isOrWasFailed: true });
        return media.findOrThrow(id, user.userId);
      });
      processing.wake();
      return queued;
    },

    'GET /api/admin/failed-videos': () => media.failed.list(),

    'POST /api/admin/videos/:id/retry': ({ params: { id } }) => {
      const queued = database.tx(() => {
        queueAgain(id);
        announce(id, { isOrWasFailed: true });
        return media.failed.findOrThrow(id);
      });
      processing.wake();
      return queued;
    },

    'DELETE /api/admin/videos/:id': ({ params: { id } }) => {
      const { owner, processingStatus } = media.failed.findOrThrow(id);
      if (processingStatus !== 'failed')
        throw new AppError('conflict', 'Só conteúdos com falha podem ser excluídos aqui.');
      removing(id, () => (owner ? media.remove(id, owner.id) : media.removePlatform(id)));
    },

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
      if (!played) throw new AppError('not_found', 'Conteúdo não encontrado.');
      const { main, ambient } = played;
      const address = ({ sha256, extension, sizeBytes }: typeof main) => ({
        url: urls.sign(sha256, extension),
        sha256,
        sizeBytes,
      });
      return { ...address(main), contentType: main.contentType, ambient: ambient ? address(ambient) : null };
    },

    'GET /api/admin/categories/:id/videos': ({ user, params }) => media.listOfCategory(params.id, user.userId),
  };
}
