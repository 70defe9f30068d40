import { CloudOff, RotateCw } from 'lucide-react';
import { messageOf } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/**
 * In place of a list that could not be loaded: `if (videos.error && !videos.data) return <LoadError error={videos.error} onRetry={videos.refetch} />`.
 * `what`: 'as playlists', where it is only a part of the page.
 */
export function LoadError({ error, onRetry, what }: { error: unknown; onRetry: () => void; what?: string }) {
  return (
    <EmptyState
      icon={<CloudOff />}
      title={what ? `Não foi possível carregar ${what}` : 'Não foi possível carregar'}
      text={messageOf(error)}
      action={
        <Button icon={<RotateCw />} onClick={onRetry}>
          Tentar novamente
        </Button>
      }
    />
  );
}
