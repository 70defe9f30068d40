import styles from './Key.module.css';

/** Shows the keyboard shortcut of a button. Hidden from screen readers and on devices without a keyboard. */
export const Key = ({ name }: { name: string }) => (
  <kbd className={styles.key} aria-hidden="true">
    {name}
  </kbd>
);
