import styles from './Key.module.css';

/** Shows the key that does the same as the button around it. Hidden on devices without a keyboard, and from screen readers. */
export const Key = ({ name }: { name: string }) => (
  <kbd className={styles.key} aria-hidden="true">
    {name}
  </kbd>
);
