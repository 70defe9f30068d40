import styles from './ChangeList.module.css';

/** Lists the changes of one or more releases. */
export function ChangeList({ changes }: { changes: readonly string[] }) {
  return (
    <ul className={styles.changes}>
      {changes.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
