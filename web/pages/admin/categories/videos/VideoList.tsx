import { formatDate, formatMb } from '../../../../ui/text/format.ts';
import { VideoActions } from './VideoActions.tsx';
import { mediaNames, type VideosProps } from './VideoTable.tsx';
import { VideoSummary } from './VideoSummary.tsx';
import styles from '../CategoryPanel.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** Shows the contents as a list, in windows that are too narrow for the table. */
export function VideoList({ videos, categoryId }: VideosProps) {
  return (
    <ul className={styles.rows} aria-label="Vídeos da plataforma">
      {videos.map((video) => (
        <Row as="li" gap={3} align="center" key={video.id} className={styles.row}>
          <VideoSummary
            video={video}
            detail={
              <Text as="p" muted size="xs">
                {[
                  mediaNames[video.mediaType],
                  formatMb(video.sizeMb).replace(' ', '\u00a0'),
                  formatDate(video.uploadedAt),
                ].join('\u00a0· ')}
              </Text>
            }
          />
          <VideoActions video={video} categoryId={categoryId} />
        </Row>
      ))}
    </ul>
  );
}
