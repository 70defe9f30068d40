import type { ReactNode } from 'react';
import styles from './StatCard.module.css';
import { ProgressBar } from '../feedback/ProgressBar.tsx';
import { Row, Text } from '../layout/primitives.tsx';

/**
 * Shows a number with its name: `<StatCard label="Ativas" value={3} icon={<Megaphone />} />`. `usage` adds a usage bar, amber from
 * 80 % and red from 95 %.
 */
export function StatCard({
  label,
  value,
  note,
  icon,
  usage,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  icon?: ReactNode;
  usage?: { used: number; max: number };
}) {
  const percent = usage && usage.max > 0 ? (usage.used / usage.max) * 100 : undefined;
  return (
    <Row gap={3} align="center" wrap canShrink surface className={styles.card}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <Text as="dl" grow>
        <Text as="dt" muted size="xs">
          {label}
        </Text>
        <dd>
          <span className={styles.value}>{value}</span>
          {note && (
            <Text muted size="sm" className={styles.note}>
              {note}
            </Text>
          )}
        </dd>
      </Text>
      {percent !== undefined && (
        <ProgressBar
          label={`${label}: uso`}
          value={percent}
          tone={percent >= 95 ? 'danger' : percent >= 80 ? 'warning' : 'accent'}
        />
      )}
    </Row>
  );
}
