/** Creates the folder, stores, uploads and processing of media. */
import { createMediaDeletions } from './library/deletions.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import { createImports } from './import/imports.ts';
import { createMediaFolder } from './library/folder.ts';
import { createMediaService, type MediaServiceDeps } from './library/service.ts';
import { createMediaStore } from './library/store.ts';
import { createMediaUrls } from './library/urls.ts';
import { createProcessing, type ProcessingDeps } from './processing/processing.ts';
import { createLicences, createLogos, createRecordings } from './upload/direct-uploads.ts';
import { createUploadStore } from './upload/store.ts';
import { createUploads } from './upload/uploads.ts';

export interface MediaDeps
  extends Omit<ProcessingDeps, 'media' | 'folder' | 'quotaLeft' | 'playlists'>, Pick<MediaServiceDeps, 'audit'> {
  dataDir: string;
  maxUploadMb: number;
  /** Folders that administrators may import from. */
  importDirs: readonly string[];
  playlists: PlaylistStore;
  /** Key for the signatures of media URLs. */
  urlSecret: string;
}

/** Creates the parts, but starts no work: call `uploads.sweepAbandoned` and `processing.start` afterwards. */
export function createMedia({ dataDir, urlSecret, ...deps }: MediaDeps) {
  const { database, clock } = deps;
  const folder = createMediaFolder(dataDir);
  const urls = createMediaUrls(urlSecret, clock);
  const media = createMediaStore(database, clock, { urls, folder });
  const uploads = createUploads({ ...deps, store: createUploadStore(database, clock), files: media.files, folder });
  const quotaLeft = (userId: number) => uploads.usage(userId).freeBytes;
  const processing = createProcessing({ ...deps, media, folder, quotaLeft });
  const mediaDeletions = createMediaDeletions({ ...deps, media, uploads, processing });
  const service = createMediaService({ ...deps, media, uploads, processing, deletions: mediaDeletions });
  const imports = createImports({ ...deps, service, uploads, folder, dataDir });
  const logos = createLogos({ ...deps, files: media.files, folder });
  const recordings = createRecordings({ ...deps, files: media.files, folder });
  const licences = createLicences({ ...deps, files: media.files, folder });
  const stopDirectUploads = async () =>
    void (await Promise.all([logos, recordings, licences].map((direct) => direct.stop())));
  /** Returns the signed address of an item's thumbnail; null when it has none. */
  const thumbnailUrl = (videoId: number): string | null => {
    const file = media.files.ofKind(videoId, 'thumbnail');
    return file ? urls.sign(file.sha256, file.extension) : null;
  };
  return {
    thumbnailUrl,
    stopDirectUploads,
    folder,
    urls,
    logos,
    recordings,
    licences,
    media,
    uploads,
    processing,
    mediaDeletions,
    imports,
  };
}
