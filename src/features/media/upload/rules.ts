/** Rules of uploads: accepted sizes, quota, and the byte range of a PUT. */
import { bytesPerMb } from '../../../contract/text/units.ts';
import { AppError } from '../../../contract/errors.ts';
import { limits } from '../../../contract/limits.ts';

/** A byte range from a Content-Range header; `end` is the last byte. */
export interface ContentRange {
  start: number;
  end: number;
  total: number;
}

/** Quota and current usage of an account, including reservations. */
export interface QuotaUsage {
  maxVideos: number;
  videos: number;
  /** Permanently failed contents: not counted towards the quota, but limited in number. */
  failed: number;
  freeBytes: number;
}

export const uploadNotFound = () => new AppError('not_found', 'Este envio não existe mais. Comece de novo.');

export const acceptedFormats =
  'Formato não suportado. Envie fotos (JPEG, PNG, WebP, GIF, AVIF, HEIC) ou vídeos (MP4, MOV, M4V, MKV, WebM, AVI).';

export const acceptedMusic = 'Este arquivo não é uma música que as telas toquem. Envie MP3, AAC (M4A), OGG ou WAV.';

/** False for a content type that is neither image nor video (for a track: neither audio nor video). True for an empty or generic type. */
export function mayBeMedia(contentType: string, isTrack = false): boolean {
  const type = contentType.toLowerCase().split(';')[0]?.trim() ?? '';
  if (type === '' || type === 'application/octet-stream') return true;
  // Browsers send M4A and OGG files as video too.
  if (isTrack) return /^(audio|video)\/|\/ogg$/.test(type);
  return /^(image|video)\//.test(type) ? !type.startsWith('image/svg') : type === 'application/x-matroska';
}

const quotaExceeded = (message: string) => new AppError('quota_exceeded', message);

/** Throws `quota_exceeded` if one more content of this size exceeds the quota. */
export function assertWithinQuota(usage: QuotaUsage, sizeBytes: number): void {
  const { failed } = usage;
  if (failed >= limits.maxFailedContents)
    throw quotaExceeded(`Há ${failed} conteúdos que falharam na sua lista. Exclua-os para enviar outros.`);
  assertOneMore(usage);
  assertEnoughStorage(usage, sizeBytes);
}

/** Throws `quota_exceeded` if a replacement exceeds the quota. `isCounted`: the replaced content already counts (a failed one may not). */
export function assertReplacementFits(
  usage: QuotaUsage,
  sizeBytes: number,
  { isCounted }: { isCounted: boolean },
): void {
  if (!isCounted) assertOneMore(usage);
  assertEnoughStorage(usage, sizeBytes);
}

function assertOneMore({ maxVideos, videos }: QuotaUsage): void {
  if (videos >= maxVideos)
    throw quotaExceeded(`Sua conta permite no máximo ${maxVideos} conteúdos. Exclua um conteúdo para enviar outro.`);
}

/** Throws `quota_exceeded` if the account has less free storage than `sizeBytes`. */
export function assertEnoughStorage({ freeBytes }: QuotaUsage, sizeBytes: number): void {
  if (sizeBytes > freeBytes)
    throw quotaExceeded(
      `Espaço insuficiente: o arquivo tem ${inMb(sizeBytes)} e restam ${inMb(Math.max(0, freeBytes))} na sua conta.`,
    );
}

/** Throws `quota_exceeded` if an account exceeds its quota of contents or bytes and uses more of it than `before`. */
export function assertNotOver(now: QuotaUsage, before: { count: number; freeBytes: number }): void {
  if (now.videos <= Math.max(now.maxVideos, before.count) && now.freeBytes >= Math.min(0, before.freeBytes)) return;
  throw quotaExceeded('O lugar deste conteúdo já foi ocupado por outro.');
}

/**
 * Returns the part that a PUT sends, up to but not including `end`; `restarts` is true for the whole file. Throws
 * `length_required`, `bad_request`, `payload_too_large` for wrong sizes or ranges.
 */
export function readPartOf(
  upload: { sizeBytes: number },
  length: number | undefined,
  range: ContentRange | undefined,
): { start: number; end: number; restarts: boolean } {
  if (length === undefined) throw new AppError('length_required');
  if (
    range &&
    (range.total !== upload.sizeBytes || range.end - range.start + 1 !== length || range.end >= range.total)
  ) {
    throw new AppError('bad_request', 'O intervalo enviado não corresponde ao arquivo anunciado.');
  }
  if (range) return { start: range.start, end: range.end + 1, restarts: false };
  if (length > upload.sizeBytes)
    throw new AppError('payload_too_large', 'O arquivo enviado é maior do que o anunciado.');
  if (length < upload.sizeBytes) throw new AppError('bad_request', 'O arquivo enviado é menor do que o anunciado.');
  return { start: 0, end: length, restarts: true };
}

/** Parses a Content-Range header; undefined if there is none. Throws `bad_request` for anything but `bytes a-b/total`. */
export function readContentRange(header: string | undefined): ContentRange | undefined {
  if (header === undefined) return undefined;
  const [, start, end, total] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header.trim()) ?? [];
  if (start === undefined || end === undefined || total === undefined || Number(end) < Number(start)) {
    throw new AppError('bad_request', 'Content-Range inválido.');
  }
  return { start: Number(start), end: Number(end), total: Number(total) };
}

function inMb(bytes: number): string {
  return `${(bytes / bytesPerMb).toLocaleString('pt-BR', { maximumFractionDigits: 1 })} MB`;
}
