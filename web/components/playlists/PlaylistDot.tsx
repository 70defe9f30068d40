import { playlistColour } from './colour.ts';
import styles from './PlaylistDot.module.css';

/** Shows a dot in the playlist's colour. */
export function PlaylistDot({ playlistId }: { playlistId: number }) {
  return <span className={styles.dot} style={{ background: playlistColour(playlistId) }} />;
}
