import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Text } from '../layout/primitives.tsx';

/** Shown by an empty list: an icon, a sentence, and what to do about it (`action`: a Button). */
export function EmptyState({
  icon,
  title,
  text,
  action,
}: {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={styles.empty}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <Text as="p" weight="bold">
        {title}
      </Text>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
