import * as z from 'zod';
import { id, line, plainText, requiredAs, timestamp } from './common.ts';
import { limits } from './limits.ts';
import { localDate } from './programme/schedules.ts';

export const mediaType = z.enum(['image', 'video']);
export const processingStatus = z.enum(['pending', 'processing', 'completed', 'failed']);

/** New bytes for an item, that are not ready: until then it stays as it is. null: none. */
export const replacement = z
  .object({
    status: z.enum(['pending', 'processing', 'failed']),
    /** Percent, 0 to 100. */
    progress: z.number(),
    error: z.string().nullable(),
    /** It failed, and what was sent is still there. */
    canRetry: z.boolean(),
  })
  .nullable();

/** A content item in the studio. Sizes in MB, durations in seconds, URLs signed for a day. */
export const video = z.object({
  id,
  /** null: a platform item. */
  userId: id.nullable(),
  name: z.string(),
  mediaType,
  sizeMb: z.number(),
  /** Seconds on the screen, images only. */
  displayDuration: z.number().nullable(),
  useAmbientBackground: z.boolean(),
  isPlatformVideo: z.boolean(),
  categoryId: id.nullable(),
  /** Category's name. */
  category: z.string().nullable(),
  processingStatus,
  /** Percent, 0 to 100. */
  processingProgress: z.number(),
  processingStartedAt: timestamp.nullable(),
  processingCompletedAt: timestamp.nullable(),
  processingError: z.string().nullable(),
  /** It failed, and what was sent is still there. A failed one without it needs another file. */
  canRetry: z.boolean(),
  replacement,
  /** 320 px wide JPEG. */
  thumbnailUrl: z.string().nullable(),
  /** Full-size still of a video. */
  posterUrl: z.string().nullable(),
  /** The finished file itself, for previews. */
  mediaUrl: z.string().nullable(),
  /** The blurred still that fills the borders, when the item asks for it. */
  ambientUrl: z.string().nullable(),
  /** Length of a video, seconds. */
  durationS: z.number().nullable(),
  width: z.number().nullable(),
  height: z.number().nullable(),
  uploadedAt: timestamp,
  /** First and last day on screens, in the clinic's zone; null: no bound. */
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  /** The caller's playlists that contain it. */
  assignments: z.array(
    z.object({
      id,
      /** Its place in the playlist. */ position: z.number(),
      playlist: z.object({ id, name: z.string() }),
    }),
  ),
});

/** A content whose processing failed, for managers: whoever owns it. */
export const failedVideo = z.object({
  id,
  name: z.string(),
  mediaType,
  /** null: a platform item. */
  owner: z.object({ id, username: z.string() }).nullable(),
  processingStatus,
  processingError: z.string().nullable(),
  /** false: the file itself cannot be read and is gone; it has to be sent again. */
  canRetry: z.boolean(),
  uploadedAt: timestamp,
});

const incomplete = 'Por favor, selecione um arquivo e insira um nome.';

const contentName = line(limits.contentNameLength, {
  required: incomplete,
  tooLong: `O nome deve ter no máximo ${limits.contentNameLength} caracteres.`,
});

const displayDuration = z.number().int().min(5, 'No mínimo 5 segundos.').max(3600, 'No máximo 1 hora.').nullable();

export const uploadRequest = z.object({
  fileName: plainText(1024).min(1),
  /** MIME type or the browser's guess; the content decides. */
  fileType: plainText(255).optional(),
  contentType: plainText(255).optional(),
  /** Bytes. */
  fileSize: z.number().int().positive('O arquivo está vazio.'),
  /** For a platform item, which counts for nobody; administrators only. */
  isPlatformVideo: z.boolean().default(false),
  /** The item that gets these bytes instead of its own; then it decides whether they are the platform's. */
  replaces: id.optional(),
});

export const uploadTicket = z.object({
  /** Same-origin path for PUT (and HEAD to resume). */
  uploadUrl: z.string(),
  r2Key: z.string(),
  expiresAt: timestamp,
});

/** State of an upload that is not whole yet. */
export const uploadState = z.object({ receivedBytes: z.number(), complete: z.boolean() });

export const videoInput = z.object({
  name: contentName,
  /** `r2Key` of the caller's finished upload. */
  r2Path: z.string(requiredAs(incomplete)).min(1, incomplete).max(200),
  /** Recomputed by the server. */
  sizeMb: z.number().optional(),
  mediaType: mediaType.optional(),
  displayDuration: displayDuration.optional(),
  useAmbientBackground: z.boolean().default(false),
  isPlatformVideo: z.boolean().default(false),
  categoryId: id.nullable().optional(),
});

export const replacementInput = z.object({
  /** `r2Key` of the caller's finished upload. */
  r2Path: z.string(requiredAs('Por favor, selecione um arquivo.')).min(1, 'Por favor, selecione um arquivo.').max(200),
});

export const videoPatch = z
  .object({
    name: contentName,
    displayDuration,
    useAmbientBackground: z.boolean(),
    validFrom: localDate.nullable(),
    validUntil: localDate.nullable(),
  })
  .partial();

export const capabilities = z.object({
  version: z.string(),
  maxUploadMb: z.number(),
  /** false: ffmpeg is missing, only images and already playable MP4 are accepted. */
  canTranscode: z.boolean(),
  diskFull: z.boolean(),
});

/** Address of an item's bytes for a player. */
export const playerMediaUrl = z.object({
  url: z.string(),
  sha256: z.string(),
  sizeBytes: z.number(),
  contentType: z.string(),
  /** The blurred still that fills the borders, when the item asks for it. */
  ambient: z.object({ url: z.string(), sha256: z.string(), sizeBytes: z.number() }).nullable(),
});

export type Video = z.infer<typeof video>;
export type FailedVideo = z.infer<typeof failedVideo>;
export type VideoInput = z.infer<typeof videoInput>;
export type PlayerMediaUrl = z.infer<typeof playerMediaUrl>;
