import { limits } from '../../../../src/contract/limits.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import bars from '../../../ui/feedback/ProgressBar.module.css';
import styles from './MarkedProgress.module.css';

/** A bar with the marks of contract/README 3.3 (10, 25, 75, 100). `value` in percent; `isHeld`: it waits. */
export function MarkedProgress({ label, value, isHeld }: { label: string; value: number; isHeld: boolean }) {
  return (
    <div
      className={classNames(bars.track, styles.track)}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(value)}
    >
      <div
        className={classNames(bars.bar, isHeld ? bars.warning : bars.accent, styles.bar)}
        style={{ transform: `scaleX(${value / 100})` }}
      />
      {limits.uploadProgressSteps
        .filter((mark) => mark < 100)
        .map((mark) => (
          <span
            key={mark}
            className={classNames(styles.mark, value >= mark && styles.passed)}
            style={{ left: `${mark}%` }}
          />
        ))}
    </div>
  );
}
