import { classNames } from '../styles/class-names.ts';
import styles from './ProgressBar.module.css';

/** Shows progress or usage. `value`: percent, 0 to 100; omitted: indeterminate. */
export function ProgressBar({
  label,
  value,
  tone = 'accent',
}: {
  label: string;
  value?: number;
  tone?: 'accent' | 'warning' | 'danger';
}) {
  const percent = value === undefined ? undefined : Math.max(0, Math.min(100, Math.round(value)));
  return (
    <div
      className={styles.track}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <div
        className={classNames(styles.bar, styles[tone], percent === undefined && styles.busy)}
        style={percent === undefined ? undefined : { width: `${percent}%` }}
      />
    </div>
  );
}
