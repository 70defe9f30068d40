import styles from './Brand.module.css';

/** Shows the product's logo (a screen on a wall and a waiting person) and its name. */
export function Brand() {
  return (
    <span className={styles.brand}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="9" fill="var(--accent)" />
        <rect x="6.5" y="7.5" width="19" height="12.5" rx="2.5" fill="none" stroke="var(--on-accent)" strokeWidth="2" />
        <path d="M13.75 11.1v5.3l4.7-2.65z" fill="var(--on-accent)" />
        <path
          d="M10.5 25.5a5.5 3.6 0 0 1 11 0"
          fill="none"
          stroke="var(--on-accent)"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      <span>Antessala</span>
    </span>
  );
}
