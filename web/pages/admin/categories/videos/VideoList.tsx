import { formatDate, formatMb } from '../../../../ui/text/format.ts';
import { VideoActions } from './VideoActions.tsx';
import { mediaNames, type VideosProps } from './VideoTable.tsx';
import { VideoWords } from './VideoWords.tsx';
import styles from '../CategoryPanel.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** The table where it does not fit. */
export function VideoList({ videos, categoryId }: VideosProps) {
  return (
    <ul className={styles.rows} aria-label="Vídeos da plataforma">
      {videos.map((video) => (
        <Row as="li" gap={3} align="center" key={video.id} className={styles.row}>
          <VideoWords
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
