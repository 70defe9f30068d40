import { Children, type ReactNode } from 'react';
import styles from './Steps.module.css';

/** Numbered steps: `<Steps><Step title="Som">...</Step></Steps>` */
export function Steps({ children }: { children: ReactNode }) {
  return <ol className={styles.steps}>{Children.toArray(children)}</ol>;
}

export function Step({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <div className={styles.icon} aria-hidden="true">
        {icon}
      </div>
      <div className={styles.body}>
        <h3>{title}</h3>
        {children}
      </div>
    </li>
  );
}
