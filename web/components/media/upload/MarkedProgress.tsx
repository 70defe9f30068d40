import { limits } from '../../../../src/contract/limits.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import bars from '../../../ui/feedback/ProgressBar.module.css';
import styles from './MarkedProgress.module.css';

/** Shows an upload's progress with the marks of contract/README 3.3. `value`: percent; `isPaused`: the upload waits for the network. */
export function MarkedProgress({ label, value, isPaused }: { label: string; value: number; isPaused: boolean }) {
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
        className={classNames(bars.bar, isPaused ? bars.warning : bars.accent, styles.bar)}
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
