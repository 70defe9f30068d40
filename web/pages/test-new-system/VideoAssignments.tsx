import type { Reply } from '../../api/client.ts';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import type { Resource } from '../../state/resources/resource.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/action/Button.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import styles from './AssignmentTestPage.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

export interface VideoAssignmentsProps {
  assignments: Resource<Reply<'GET /api/videos/:videoId/assignments'>>;
  removing: boolean;
  /** undefined if the member's role may not change playlists. */
  onRemove: ((playlistId: number) => Promise<unknown>) | undefined;
}

/** Lists the playlists that contain the chosen video, with buttons that remove it. */
export function VideoAssignments({ assignments, removing, onRemove }: VideoAssignmentsProps) {
  return (
    <Loaded
      resource={assignments}
      skeleton={<Skeleton height="3rem" radius="var(--radius)" />}
      empty={
        <Text as="p" muted size="sm">
          Este vídeo não está em nenhuma playlist.
        </Text>
      }
    >
      {(data) => (
        <ul aria-label="Atribuições do vídeo">
          {data.map(({ id, playlist, playlistId, frequency }) => (
            <Row as="li" gap={3} align="center" size="sm" key={id} className={styles.row}>
              <Text breakable grow>
                {playlist.name}
              </Text>
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
            </Row>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
