import { AppError } from '../../../contract/errors.ts';
import type { Sniffed } from '../upload/sniff.ts';
import type { Tools } from './tools.ts';
import { checkPlayable } from './worker-runs.ts';

/** Refuses a video that would need conversion when no converter is installed. */
export async function refuseVideo(sniffed: Sniffed, path: string, tools: Tools): Promise<AppError | undefined> {
  if (sniffed.mediaType === 'image' || tools.canTranscode) return undefined;
  if (sniffed.format !== 'mp4') {
    return new AppError(
      'unsupported_media_type',
      'Este servidor não tem o conversor de vídeos (ffmpeg). Envie o vídeo em MP4 (H.264), até Full HD.',
    );
  }
  if (await checkPlayable(path)) return undefined;
  return new AppError(
    'unreadable_media',
    'Este vídeo precisa ser convertido, mas o conversor (ffmpeg) não está instalado no servidor. Envie-o em MP4 (H.264 e AAC), até Full HD, ou avise o administrador.',
  );
}
