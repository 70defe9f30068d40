import type { ReactNode } from 'react';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import styles from './Facts.module.css';

/** Names and values, one a line. */
export function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

/** A value that is undefined is on its way. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width="5rem" />}</dd>
    </div>
  );
}
