import type { Video } from '../../../../../src/contract/media.ts';
import { formatDate } from '../../../../ui/text/format.ts';
import { durationText, kindAndSizeText } from '../list/content-texts.ts';
import { reloadSignedUrls } from '../list/reload-signed-urls.ts';
import { PreviewDialog } from '../../../../components/media/PreviewDialog.tsx';
import { useCurrentVideos } from '../use-current-videos.ts';
import { isImage } from '../../../../../src/contract/changes/views.ts';

/** Shows an uploaded content in full size, with its details. */
export function ContentPreviewDialog({ video: initialVideo, onClose }: { video: Video; onClose: () => void }) {
  const [video = initialVideo] = useCurrentVideos([initialVideo]);
  const size = video.width && video.height ? ` · ${video.width} × ${video.height}` : '';
  return (
    <PreviewDialog
      title={video.name}
      kind={isImage(video) ? 'image' : 'video'}
      url={video.mediaUrl}
      posterUrl={video.posterUrl}
      details={`${kindAndSizeText(video)} · ${durationText(video) ?? '–'}${size} · enviado em ${formatDate(video.uploadedAt)}`}
      whenBroken="O arquivo não pôde ser aberto. Verifique a conexão e tente de novo."
      onBroken={reloadSignedUrls}
      onClose={onClose}
    />
  );
}
