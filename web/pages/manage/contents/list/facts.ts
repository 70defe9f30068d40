import type { Video } from '../../../../../src/contract/media.ts';
import { formatDuration, formatMb } from '../../../../ui/text/format.ts';
import { showingTime } from '../../playlists/editor/running-time.ts';
import { isImage } from './view.ts';

/** '0:45', '20s'; undefined while the length of a video is not known. */
export function durationText(video: Video): string | undefined {
  const seconds = showingTime(video);
  if (seconds === undefined) return undefined;
  return isImage(video) ? `${seconds}s` : formatDuration(seconds);
}

export const kindText = (video: Video) => (isImage(video) ? 'Imagem' : 'Vídeo');

/** 'Vídeo · 12,3 MB'; a failed item may hold nothing. */
export const factsText = (video: Video) =>
  video.sizeMb > 0 ? `${kindText(video)} · ${formatMb(video.sizeMb)}` : kindText(video);

export const isUnderWay = ({ processingStatus }: Pick<Video, 'processingStatus'>) =>
  processingStatus === 'pending' || processingStatus === 'processing';
