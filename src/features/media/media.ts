/** All of the media, put together: its folder, stores, uploads and processing. */
import type { Publish } from '../../contract/events.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';
import type { Database } from '../../platform/storage/database.ts';
import type { FreeSpace } from '../../platform/storage/disk-space.ts';
import type { Audit } from '../audit/audit.ts';
import type { PlaylistStore } from '../playlists/store.ts';
import { createMediaDeletions } from './library/deletions.ts';
import { createMediaFolder } from './library/folder.ts';
import { createLogos, createRecordings } from './upload/direct-uploads.ts';
import { createProcessing } from './processing/processing.ts';
import { createMediaStore } from './library/store.ts';
import type { Tools } from './processing/tools.ts';
import { createUploadStore } from './upload/store.ts';
import { createUploads } from './upload/uploads.ts';
import { createMediaUrls } from './library/urls.ts';

export interface MediaDeps {
  dataDir: string;
  maxUploadMb: number;
  keepOriginals: boolean;
  /** Signs the addresses of files. */
  urlSecret: string;
  tools: Tools;
  playlists: Pick<PlaylistStore, 'idsShowing' | 'changed'>;
  audit: Pick<Audit, 'record'>;
  freeSpace: () => Promise<FreeSpace>;
  publish: Publish;
  database: Database;
  clock: Clock;
  log: Log;
}

/** Nothing runs yet: see `uploads.sweepAbandoned` and `processing.start`. */
export function createMedia({ dataDir, urlSecret, ...deps }: MediaDeps) {
  const { database, clock } = deps;
  const folder = createMediaFolder(dataDir);
  const urls = createMediaUrls(urlSecret, clock);
  const media = createMediaStore(database, clock, { urls, folder });
  const uploads = createUploads({ ...deps, store: createUploadStore(database, clock), files: media.files, folder });
  const quotaLeft = (userId: number) => uploads.use(userId).freeBytes;
  const processing = createProcessing({ ...deps, media, folder, quotaLeft });
  const mediaDeletions = createMediaDeletions({ ...deps, media, uploads, processing });
  const logos = createLogos({ ...deps, files: media.files, folder });
  const recordings = createRecordings({ ...deps, files: media.files, folder });
  const stopDirectUploads = async () => void (await Promise.all([logos.stop(), recordings.stop()]));
  return { stopDirectUploads, folder, urls, logos, recordings, media, uploads, processing, mediaDeletions };
}
