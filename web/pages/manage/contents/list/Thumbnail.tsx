import { Film, Image } from 'lucide-react';
import type { Video } from '../../../../../src/contract/media.ts';
import { classNames } from '../../../../ui/styles/class-names.ts';
import thumbnails from '../../../../ui/styles/thumbnail.module.css';
import { reloadSignedUrls } from './reload-signed-urls.ts';
import styles from './Thumbnail.module.css';
import { isImage } from '../../../../../src/contract/changes/views.ts';

/** Shows the thumbnail of an item. Hidden from screen readers, because the name is beside the thumbnail. */
export function Thumbnail({ video }: { video: Pick<Video, 'thumbnailUrl' | 'displayDuration'> }) {
  return (
    <span className={classNames(thumbnails.thumbnail, styles.thumb)} aria-hidden="true">
      {video.thumbnailUrl ? (
        <img src={video.thumbnailUrl} alt="" loading="lazy" decoding="async" onError={reloadSignedUrls} />
      ) : isImage(video) ? (
        <Image size="1.125rem" />
      ) : (
        <Film size="1.125rem" />
      )}
    </span>
  );
}
