import type { ReactNode } from 'react';
import styles from './StatCard.module.css';
import { ProgressBar } from '../feedback/ProgressBar.tsx';
import { Row } from '../layout/primitives.tsx';

/**
 * A number with its name: `<StatCard label="Ativas" value={3} icon={<Megaphone />} />`.
 * `of` adds a bar of use: `<StatCard label="Armazenamento" value="1,2 GB" note="de 3 GB" of={{ used: 1.2, max: 3 }} />`; it turns
 * amber from 80 % and red from 95 %.
 */
export function StatCard({
  label,
  value,
  note,
  icon,
  of,
}: {
  label: string;
  value: ReactNode;
  note?: ReactNode;
  icon?: ReactNode;
  of?: { used: number; max: number };
}) {
  const percent = of && of.max > 0 ? (of.used / of.max) * 100 : undefined;
  return (
    <Row gap={3} align="center" wrap narrow className={styles.card}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <dl className={styles.text}>
        <dt>{label}</dt>
        <dd>
          <span className={styles.value}>{value}</span>
          {note && <span className={styles.note}>{note}</span>}
        </dd>
      </dl>
      {percent !== undefined && (
        <div className={styles.bar}>
          <ProgressBar
            label={`${label}: uso`}
            value={percent}
            tone={percent >= 95 ? 'danger' : percent >= 80 ? 'warning' : 'accent'}
          />
        </div>
      )}
    </Row>
  );
}
