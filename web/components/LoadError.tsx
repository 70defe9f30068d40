import { CloudOff, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../api/client.ts';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

/**
 * In place of a list that could not be loaded: `if (videos.error && !videos.data) return <LoadError error={videos.error} onRetry={videos.refetch} />`.
 * It stays while it tries again, so that the focus does, and tells each failure. `what`: 'as playlists', where it is only a part of the page.
 */
export function LoadError({ error, onRetry, what }: { error: unknown; onRetry: () => unknown; what?: string }) {
  const [isTrying, setTrying] = useState(false);

  async function retry(): Promise<void> {
    setTrying(true);
    try {
      await onRetry();
    } finally {
      setTrying(false);
    }
  }

  return (
    <EmptyState
      icon={<CloudOff />}
      title={what ? `Não foi possível carregar ${what}` : 'Não foi possível carregar'}
      text={<span role="alert">{!isTrying && messageOf(error)}</span>}
      action={
        <Button icon={<RotateCw />} pending={isTrying} onClick={() => void retry()}>
          Tentar novamente
        </Button>
      }
    />
  );
}
