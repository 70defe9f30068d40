import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { classNames } from '../styles/class-names.ts';
import tones from '../styles/tones.module.css';

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';

/** Shows a small label: `<Badge tone="success" dot>Online</Badge>`. `dot`: for states; `icon`: for kinds. */
export function Badge({
  tone = 'neutral',
  dot,
  icon,
  children,
}: {
  tone?: Tone;
  dot?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span className={classNames(styles.badge, tones[tone])}>
      {dot && <span className={styles.dot} />}
      {icon}
      {children}
    </span>
  );
}
