import type { Reply } from '../../api/client.ts';
import { LoadError } from '../../components/shell/loading/LoadError.tsx';
import type { Resource } from '../../state/resources/resource.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/action/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import styles from './TestNewSystem.module.css';

export interface VideoAssignmentsProps {
  assignments: Resource<Reply<'GET /api/videos/:videoId/assignments'>>;
  removing: boolean;
  /** Absent: the role changes no playlists. */
  onRemove: ((playlistId: number) => Promise<unknown>) | undefined;
}

/** The playlists that the chosen video is in, each with the way out. */
export function VideoAssignments({ assignments, removing, onRemove }: VideoAssignmentsProps) {
  const { data, error, refetch } = assignments;
  if (!data) {
    return error ? <LoadError error={error} onRetry={refetch} /> : <Skeleton height="3rem" radius="var(--radius)" />;
  }
  if (data.length === 0) return <p className={styles.none}>Este vídeo não está em nenhuma playlist.</p>;
  return (
    <ul aria-label="Atribuições do vídeo">
      {data.map(({ id, playlist, playlistId, frequency }) => (
        <li key={id} className={styles.row}>
          <span className={styles.name}>{playlist.name}</span>
          <Badge tone="accent">{frequency}x</Badge>
          {onRemove && (
            <Button
              size="sm"
              pending={removing}
              onClick={() => void onRemove(playlistId)}
              aria-label={`Remover de ${playlist.name}`}
            >
              Remover
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}
