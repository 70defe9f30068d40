import type { Rotation } from '../../../../../src/contract/display.ts';
import styles from './RotationPicture.module.css';

/** Shows how a TV with this rotation hangs on the wall: a mark is at the TV's top edge, and the picture is upright. */
export function RotationPicture({ rotation }: { rotation: Rotation }) {
  return (
    <svg viewBox="0 0 96 96" className={styles.wall} aria-hidden="true">
      <g transform={`rotate(${-rotation} 48 48)`}>
        <rect className={styles.tv} x="4" y="21" width="88" height="54" rx="4" />
        <rect className={styles.top} x="38" y="22" width="20" height="3" rx="1.5" />
      </g>
      <text x="48" y="59" textAnchor="middle">
        Aa
      </text>
    </svg>
  );
}
