import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';
import { Text } from '../layout/primitives.tsx';
import styles from './Table.module.css';

export interface TableColumn {
  label: string;
  /** `end` for numbers and buttons. */
  align?: 'start' | 'end';
}

/** Shows a table on a framed surface, which scrolls sideways when it is too narrow. `children`: `<tr>`s. */
export function Table({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: readonly TableColumn[];
  children: ReactNode;
}) {
  return (
    <Text as="div" surface className={styles.wrap}>
      <table className={styles.table}>
        <Text as="caption" visuallyHidden>
          {caption}
        </Text>
        <thead>
          <tr>
            {columns.map(({ label, align }) => (
              <th key={label} scope="col" className={classNames(align === 'end' && styles.end)}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Text>
  );
}
