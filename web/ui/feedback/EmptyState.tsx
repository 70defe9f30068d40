import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Text } from '../layout/primitives.tsx';

/** Shows that a list is empty: an icon, a sentence, and a Button to change that (`action`). */
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
      {icon && (
        <Text as="div" marginBottom={4} className={styles.icon}>
          {icon}
        </Text>
      )}
      <Text as="p" weight="bold">
        {title}
      </Text>
      {text && (
        <Text as="p" marginTop={1} muted size="sm" className={styles.text}>
          {text}
        </Text>
      )}
      {action && (
        <Text as="div" marginTop={4}>
          {action}
        </Text>
      )}
    </div>
  );
}
