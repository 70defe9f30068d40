import styles from './Avatar.module.css';

/** Shows the first letter of a name on a coloured disc, hidden from screen readers. `size`: px. */
export function Avatar({ name, size = 36 }: { name: string; size?: number }) {
  const [initial = '?'] = Array.from(name.trim());
  return (
    <span className={styles.avatar} style={{ width: size, height: size, fontSize: size * 0.42 }} aria-hidden="true">
      {initial.toUpperCase()}
    </span>
  );
}
