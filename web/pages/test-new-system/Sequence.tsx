import type { PlayItem } from '../../../src/contract/playlists.ts';
import styles from './TestNewSystem.module.css';

/** The items of one cycle in their order. `items` undefined: none was generated yet. */
export function Sequence({ items }: { items: readonly PlayItem[] | undefined }) {
  if (!items) return <p className={styles.none}>Selecione uma playlist e gere a sequência.</p>;
  if (items.length === 0) return <p className={styles.none}>Nenhum vídeo na playlist</p>;
  return (
    <ol aria-label="Sequência aleatória">
      {items.map(({ name }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same item comes again: its place is its identity
        <li key={index} className={styles.row}>
          <span className={styles.number}>{index + 1}.</span>
          <span className={styles.name}>{name}</span>
        </li>
      ))}
    </ol>
  );
}
