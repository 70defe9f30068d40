import type { ReactNode } from 'react';
import styles from './Picker.module.css';

export interface PickerItem {
  id: number;
  title: string;
  /** A second, quieter line. */
  detail?: string;
  /** A badge at the end. */
  aside?: ReactNode;
}

/** Both lines, and the badge. */
export function PickerWords({ item }: { item: PickerItem }) {
  return (
    <>
      <span className={styles.words}>
        <span className={styles.title}>{item.title}</span>
        {item.detail && <span className={styles.detail}>{item.detail}</span>}
      </span>
      {item.aside}
    </>
  );
}
