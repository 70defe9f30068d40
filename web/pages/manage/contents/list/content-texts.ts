import type { Video } from '../../../../../src/contract/media.ts';
import { formatDuration, formatMb } from '../../../../ui/text/format.ts';
import { displaySeconds } from '../../playlists/editor/running-time.ts';
import { isImage } from '../../../../../src/contract/changes/views.ts';

/** Returns the duration of a video ('0:45') or image ('20s'), or undefined if the length of a video is unknown. */
export function durationText(video: Video): string | undefined {
  const seconds = displaySeconds(video);
  if (seconds === undefined) return undefined;
  return isImage(video) ? `${seconds}s` : formatDuration(seconds);
}

export const kindText = (video: Video) => (isImage(video) ? 'Imagem' : 'Vídeo');

/** Returns kind and size: 'Vídeo · 12,3 MB'. Returns only the kind if the file of a failed item was deleted. */
export const kindAndSizeText = (video: Video) =>
  video.sizeMb > 0 ? `${kindText(video)} · ${formatMb(video.sizeMb)}` : kindText(video);

export const isProcessing = ({ processingStatus }: Pick<Video, 'processingStatus'>) =>
  processingStatus === 'pending' || processingStatus === 'processing';
