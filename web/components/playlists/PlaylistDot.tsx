import { playlistColour } from './colour.ts';
import styles from './PlaylistDot.module.css';

/** A playlist's colour before its name. */
export function PlaylistDot({ playlistId }: { playlistId: number }) {
  return <span className={styles.dot} style={{ background: playlistColour(playlistId) }} />;
}
