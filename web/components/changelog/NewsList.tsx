import styles from './NewsList.module.css';

/** Lists the changes of a release. */
export function NewsList({ news }: { news: readonly string[] }) {
  return (
    <ul className={styles.news}>
      {news.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
