import * as z from 'zod';
import { id, pageQuery, search, singleLine, plainText, requiredAs, timestamp } from './common.ts';
import { limits } from './limits.ts';
import { poster } from './posters.ts';
import { localDate } from './programme/schedules.ts';

export const mediaType = z.enum(['image', 'video']);
/** How a content fills a screen of another shape: whole, or cut at two sides. */
export const fit = z.enum(['contain', 'cover']);
/** What a content is for (contract/README 3.10): 'advertising' is shown with the clinic's identification line. */
export const purpose = z.enum(['information', 'advertising']);
/** Purpose that a person states. The server refuses advertising for medicines ('medicine') with `medicine_refused`. */
const statedPurpose = z.enum([...purpose.options, 'medicine']);
export const processingStatus = z.enum(['pending', 'processing', 'completed', 'failed']);

/** A new file for an existing item, which keeps its old file until the new one is processed. null: no replacement is pending. */
export const replacement = z
  .object({
    status: z.enum(['pending', 'processing', 'failed']),
    /** Progress in percent, 0 to 100. */
    progress: z.number(),
    error: z.string().nullable(),
    /** True if processing failed and the uploaded file still exists. */
    canRetry: z.boolean(),
  })
  .nullable();

/** A content item (video or image) in the studio. Sizes in MB, durations in seconds, URLs signed for a day. */
export const video = z.object({
  id,
  /** null: a platform item. */
  userId: id.nullable(),
  name: z.string(),
  /** Storage key of the processed file (the name is historical: there is no R2); null: not processed. */
  r2Path: z.string().nullable(),
  /** Storage key of the uploaded file while it exists. */
  originalR2Path: z.string().nullable(),
  mediaType,
  sizeMb: z.number(),
  /** Images only: display time in seconds. */
  displayDuration: z.number().nullable(),
  useAmbientBackground: z.boolean(),
  fit,
  isPlatformVideo: z.boolean(),
  categoryId: id.nullable(),
  /** Name of the category. */
  category: z.string().nullable(),
  processingStatus,
  /** Progress in percent, 0 to 100. */
  processingProgress: z.number(),
  processingStartedAt: timestamp.nullable(),
  processingCompletedAt: timestamp.nullable(),
  processingError: z.string().nullable(),
  /** True if processing failed and the uploaded file still exists. If the file is gone, a failed item needs another one. */
  canRetry: z.boolean(),
  replacement,
  /** JPEG, 320 px wide. */
  thumbnailUrl: z.string().nullable(),
  /** Full-size still of a video. */
  posterUrl: z.string().nullable(),
  /** The processed file itself, for previews. */
  mediaUrl: z.string().nullable(),
  /** Blurred still that fills the borders, if the item is set to use one. */
  ambientUrl: z.string().nullable(),
  /** Length of a video in seconds. */
  durationS: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  uploadedAt: timestamp,
  /** First and last day on screens, in the clinic's time zone; null: no bound. */
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  purpose,
  /** True if the picture was drawn from texts that can be edited (`GET /api/videos/:id/poster`). */
  isPoster: z.boolean(),
  /** The caller's playlists that contain the item. */
  assignments: z.array(
    z.object({
      id,
      /** Position in the playlist. */ position: z.number(),
      playlist: z.object({ id, name: z.string() }),
    }),
  ),
});

const contentsFilter = {
  id: z.coerce.number().int().optional(),
  search,
  type: mediaType.optional(),
  /** Only contents that can be added to this playlist of the caller: not in it yet, and not failed. */
  availableFor: z.coerce.number().int().optional(),
};
/** Without `limit`: all contents. */
export const contentsQuery = z.object({
  ...contentsFilter,
  sort: z.enum(['date-desc', 'date-asc', 'name-asc', 'name-desc', 'size-desc', 'size-asc']).optional(),
  ...pageQuery(z.object({ id, ...video.pick({ name: true, sizeMb: true, uploadedAt: true }).partial().shape })),
});
export const contentsCountQuery = z.object(contentsFilter);
/** Without `limit`: all contents, the newest first; with `limit` sorted by category. */
export const platformContentsQuery = z.object({
  ...contentsFilter,
  ...pageQuery(z.object({ id, ...video.pick({ category: true, uploadedAt: true }).shape })),
});
export type ContentsQuery = z.infer<typeof contentsQuery>;

/** Ids of several own contents. */
export const contentIds = z.object({ ids: z.array(id).min(1).max(limits.contentsPerCall) });

/** A content of any account whose processing failed, for managers. */
export const failedVideo = z.object({
  id,
  name: z.string(),
  mediaType,
  /** null: a platform item. */
  owner: z.object({ id, username: z.string() }).nullable(),
  processingStatus,
  processingError: z.string().nullable(),
  /** False: the file was unreadable and was deleted; it must be sent again. */
  canRetry: z.boolean(),
  uploadedAt: timestamp,
});

const incomplete = 'Por favor, selecione um arquivo e insira um nome.';

const contentName = singleLine(limits.contentNameLength, {
  required: incomplete,
  tooLong: `O nome deve ter no máximo ${limits.contentNameLength} caracteres.`,
});

const displayDuration = z
  .number()
  .int()
  .min(limits.import.seconds.min, 'No mínimo 5 segundos.')
  .max(limits.import.seconds.max, 'No máximo 1 hora.')
  .nullable();

export const uploadRequest = z.object({
  fileName: plainText(1024).min(1),
  /** MIME types from the browser. Hints only: the server detects the type from the bytes. */
  fileType: plainText(255).optional(),
  contentType: plainText(255).optional(),
  /** Size in bytes. */
  fileSize: z.number().int().positive('O arquivo está vazio.'),
  /** True for a platform item, which counts towards no quota; administrators only. */
  isPlatformVideo: z.boolean().default(false),
  /** Id of the item whose file is replaced; `isPlatformVideo` is then ignored. */
  replaces: id.optional(),
  /** True for a track of a soundtrack, which must be MP3, AAC, OGG or WAV; any other upload must be a picture or video. */
  isTrack: z.boolean().default(false),
  /** True for an archive to import (contract/README 3.12), which counts as bytes but not as content. */
  isArchive: z.boolean().default(false),
  purpose: statedPurpose.default('information'),
});

export const uploadTicket = z.object({
  /** Same-origin path for PUT (and HEAD to resume). */
  uploadUrl: z.string(),
  r2Key: z.string(),
  expiresAt: timestamp,
});

/** State of an upload after a PUT. */
export const uploadState = z.object({ receivedBytes: z.number(), complete: z.boolean() });

export const videoInput = z.object({
  name: contentName,
  /** `r2Key` of the caller's finished upload (the name is historical). */
  r2Path: z.string(requiredAs(incomplete)).min(1, incomplete).max(200),
  /** Ignored: the server measures the size. */
  sizeMb: z.number().optional(),
  mediaType: mediaType.optional(),
  displayDuration: displayDuration.optional(),
  useAmbientBackground: z.boolean().default(false),
  isPlatformVideo: z.boolean().default(false),
  categoryId: id.nullable().optional(),
  purpose: statedPurpose.default('information'),
  /** Last day on screens, in the clinic's time zone. */
  validUntil: localDate.nullable().optional(),
  /** Fields from which the picture was drawn; ignored for platform items. */
  poster: poster.optional(),
});

export const replacementInput = z.object({
  /** `r2Key` of the caller's finished upload (the name is historical). */
  r2Path: z.string(requiredAs('Por favor, selecione um arquivo.')).min(1, 'Por favor, selecione um arquivo.').max(200),
  /** Fields from which the new picture was drawn. Omitted: the item is no poster any more. */
  poster: poster.optional(),
});

export const videoPatch = z
  .object({
    name: contentName,
    displayDuration,
    useAmbientBackground: z.boolean(),
    fit,
    validFrom: localDate.nullable(),
    validUntil: localDate.nullable(),
    purpose: statedPurpose,
  })
  .partial();

export const capabilities = z.object({
  version: z.string(),
  maxUploadMb: z.number(),
  /** False: ffmpeg is missing; only images and playable MP4 files are accepted. */
  canTranscode: z.boolean(),
  diskFull: z.boolean(),
});

/** URL of an item's file for a player. */
export const playerMediaUrl = z.object({
  url: z.string(),
  sha256: z.string(),
  sizeBytes: z.number(),
  contentType: z.string(),
  /** Blurred still that fills the borders, if the item is set to use one. */
  ambient: z.object({ url: z.string(), sha256: z.string(), sizeBytes: z.number() }).nullable(),
});

export type Video = z.infer<typeof video>;
export type VideoPatch = z.infer<typeof videoPatch>;
export type Purpose = z.infer<typeof purpose>;
export type StatedPurpose = z.infer<typeof statedPurpose>;
export type FailedVideo = z.infer<typeof failedVideo>;
export type ReplacementInput = z.infer<typeof replacementInput>;
export type VideoInput = z.infer<typeof videoInput>;
export type PlayerMediaUrl = z.infer<typeof playerMediaUrl>;
