import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';
import { Skeleton } from '../feedback/Skeleton.tsx';
import styles from './DescriptionList.module.css';

/** Shows names and values. `rows` (default): one per line. `cards`: each value below its name, in the columns of `className`. */
export function DescriptionList({
  layout = 'rows',
  className,
  children,
}: {
  layout?: 'rows' | 'cards';
  className?: string;
  children: ReactNode;
}) {
  return <dl className={classNames(styles.facts, styles[layout], className)}>{children}</dl>;
}

/** Shows one name and value, with a skeleton while the value is undefined. */
export function Description({ name, className, children }: { name: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width="5rem" />}</dd>
    </div>
  );
}
