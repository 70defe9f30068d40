import { Film, Image } from 'lucide-react';
import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { classNames } from '../../../../ui/styles/class-names.ts';
import stills from '../../../../ui/styles/still.module.css';
import styles from './Videos.module.css';

/** A small still, or a sign of what it will be. Decorative: the name is beside it. */
export function Picture({ video: { thumbnailUrl, mediaType } }: { video: CategoryVideo }) {
  return (
    <span className={classNames(stills.still, styles.picture)} aria-hidden="true">
      {thumbnailUrl ? <img src={thumbnailUrl} alt="" loading="lazy" /> : mediaType === 'image' ? <Image /> : <Film />}
    </span>
  );
}
