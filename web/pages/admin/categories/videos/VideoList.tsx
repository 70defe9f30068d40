import { formatDate, formatMb } from '../../../../ui/text/format.ts';
import { DeleteVideo } from './DeleteVideo.tsx';
import { mediaNames } from './media-names.ts';
import { ReplaceVideo } from './ReplaceVideo.tsx';
import { Picture } from './Picture.tsx';
import { ProcessingBadge } from './ProcessingBadge.tsx';
import type { VideosProps } from './VideoTable.tsx';
import styles from './Videos.module.css';

/** The table where it does not fit. */
export function VideoList({ videos, categoryId }: VideosProps) {
  return (
    <ul className={styles.rows} aria-label="Vídeos da plataforma">
      {videos.map((video) => (
        <li key={video.id} className={styles.row}>
          <Picture video={video} />
          <div className={styles.words}>
            <p className={styles.name}>{video.name}</p>
            <p className={styles.facts}>
              {[
                mediaNames[video.mediaType],
                formatMb(video.sizeMb).replace(' ', '\u00a0'),
                formatDate(video.uploadedAt),
              ].join('\u00a0· ')}
            </p>
            <ProcessingBadge video={video} />
          </div>
          <ReplaceVideo video={video} />
          <DeleteVideo video={video} categoryId={categoryId} />
        </li>
      ))}
    </ul>
  );
}
