import type { ReactNode } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './Table.module.css';

export interface TableColumn {
  label: string;
  /** Numbers and buttons stand at the end. */
  align?: 'start' | 'end';
}

/**
 * Rows and columns on a surface of their own; where they don't fit they scroll sideways.
 * `<Table caption="Usuários" columns={[{ label: 'Nome' }]}>{users.map((user) => <tr key={user.id}><td>{user.name}</td></tr>)}</Table>`
 */
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
    <div className={styles.wrap}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
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
    </div>
  );
}
