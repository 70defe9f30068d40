import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import styles from './Facts.module.css';

/** Names and values. `rows` (default): one a line. `cards`: each value below its name, in the columns of `className`. */
export function Facts({
  look = 'rows',
  className,
  children,
}: {
  look?: 'rows' | 'cards';
  className?: string;
  children: ReactNode;
}) {
  return <dl className={classNames(styles.facts, styles[look], className)}>{children}</dl>;
}

/** A value that is undefined is on its way. */
export function Fact({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width="5rem" />}</dd>
    </div>
  );
}
