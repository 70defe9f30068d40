import { classNames } from '../styles/class-names.ts';
import styles from './Spinner.module.css';
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx';

/** Shows a turning ring, as large as an icon (`--icon`) where that is set, else `size` px. `label`: for screen readers; `page`: centred in a page. */
export function Spinner({ size = 20, label, page = false }: { size?: number; label?: string; page?: boolean }) {
  const side = `var(--icon, ${size}px)`;
  return (
    <span className={classNames(styles.spinner, page && styles.page)} role={label ? 'status' : undefined}>
      <svg viewBox="0 0 24 24" style={{ width: side, height: side }} aria-hidden="true">
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.22" />
        <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}
