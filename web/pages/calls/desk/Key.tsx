import styles from './Key.module.css';

/** Shows the keyboard shortcut of a button. Hidden from screen readers, on touch screens and in narrow windows. */
export const Key = ({ name }: { name: string }) => (
  <kbd className={styles.key} aria-hidden="true">
    {name}
  </kbd>
);
