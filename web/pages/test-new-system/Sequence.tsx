import type { PlayItem } from '../../../src/contract/playlists.ts';
import styles from './TestNewSystem.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** The items of one cycle in their order. `items` undefined: none was generated yet. */
export function Sequence({ items }: { items: readonly PlayItem[] | undefined }) {
  if (!items)
    return (
      <Text as="p" muted size="sm">
        Selecione uma playlist e gere a sequência.
      </Text>
    );
  if (items.length === 0)
    return (
      <Text as="p" muted size="sm">
        Nenhum vídeo na playlist
      </Text>
    );
  return (
    <ol aria-label="Sequência aleatória">
      {items.map(({ name }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the same item comes again: its place is its identity
        <Row as="li" gap={3} align="center" size="sm" key={index} className={styles.row}>
          <Text muted tabular rigid className={styles.number}>
            {index + 1}.
          </Text>
          <Text breakable grow>
            {name}
          </Text>
        </Row>
      ))}
    </ol>
  );
}
