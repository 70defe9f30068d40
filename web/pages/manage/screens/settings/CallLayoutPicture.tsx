import type { ReactNode } from 'react';
import type { CallLayout } from '../../../../../src/contract/display.ts';
import styles from './CallLayoutPicture.module.css';

/** Drawings of the layouts on a TV of 120 by 67.5 units, as the player shows them (web/player/screen/calls). */
const drawings: Record<CallLayout, ReactNode> = {
  lowerThird: (
    <>
      <rect className={styles.picture} width="120" height="67.5" />
      <rect className={styles.call} y="44" width="60" height="23.5" />
      <rect className={styles.room} x="60" y="44" width="60" height="23.5" />
      <text x="7" y="61">
        P042
      </text>
    </>
  ),
  fullScreen: (
    <>
      <rect className={styles.call} width="120" height="67.5" />
      <rect className={styles.room} y="47" width="120" height="20.5" />
      <text className={styles.large} x="60" y="34" textAnchor="middle">
        P042
      </text>
    </>
  ),
  panel: (
    <>
      <rect className={styles.call} width="120" height="67.5" />
      <rect className={styles.room} y="50" width="70" height="17.5" />
      <text className={styles.large} x="35" y="36" textAnchor="middle">
        P042
      </text>
      <rect className={styles.picture} x="71.5" y="9" width="48.5" height="28" />
      {[41, 50, 59].map((y) => (
        <g key={y} className={styles.line}>
          <rect x="75" y={y} width="16" height="5" />
          <rect x="96" y={y} width="20" height="5" />
        </g>
      ))}
    </>
  ),
};

/** Shows a small TV with a call in this layout. */
export function CallLayoutPicture({ layout }: { layout: CallLayout }) {
  return (
    <svg viewBox="0 0 120 67.5" className={styles.tv} aria-hidden="true">
      {drawings[layout]}
    </svg>
  );
}
