import { formatDate, formatMb } from '../../../../ui/text/format.ts';
import { DeleteVideo } from './DeleteVideo.tsx';
import { mediaNames } from './media-names.ts';
import { ReplaceVideo } from './ReplaceVideo.tsx';
import { Picture } from './Picture.tsx';
import { ProcessingBadge } from './ProcessingBadge.tsx';
import type { VideosProps } from './VideoTable.tsx';
import styles from './Videos.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** The table where it does not fit. */
export function VideoList({ videos, categoryId }: VideosProps) {
  return (
    <ul className={styles.rows} aria-label="Vídeos da plataforma">
      {videos.map((video) => (
        <Row as="li" gap={3} align="center" key={video.id} className={styles.row}>
          <Picture video={video} />
          <Text as="div" breakable grow>
            <Text as="p" size="sm" weight="bold">
              {video.name}
            </Text>
            <Text as="p" muted size="xs">
              {[
                mediaNames[video.mediaType],
                formatMb(video.sizeMb).replace(' ', '\u00a0'),
                formatDate(video.uploadedAt),
              ].join('\u00a0· ')}
            </Text>
            <ProcessingBadge video={video} />
          </Text>
          <ReplaceVideo video={video} />
          <DeleteVideo video={video} categoryId={categoryId} />
        </Row>
      ))}
    </ul>
  );
}
