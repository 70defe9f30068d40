import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { playlistColour } from './colour.ts';
import styles from './PlaylistChips.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** Shows the first `max` playlists that use an item, each with its colour, and the number of further playlists. */
export function PlaylistChips({
  playlists,
  max = 2,
}: {
  playlists: readonly { id: number; name: string }[];
  max?: number;
}) {
  if (playlists.length === 0)
    return (
      <Text muted size="xs" noShrink className={styles.more}>
        Em nenhuma playlist
      </Text>
    );
  const rest = playlists.slice(max);
  return (
    <Row as="span" gap={1} align="center" size="xs" canShrink className={styles.chips}>
      <VisuallyHidden>Playlists: </VisuallyHidden>
      {playlists.slice(0, max).map(({ id, name }) => (
        <span key={id} className={styles.chip} title={name}>
          <span className={styles.dot} style={{ background: playlistColour(id) }} />
          <Text ellipsis>{name}</Text>
        </span>
      ))}
      {rest.length > 0 && (
        <Text muted noShrink className={styles.more} title={rest.map(({ name }) => name).join(', ')}>
          +{rest.length}
        </Text>
      )}
    </Row>
  );
}
