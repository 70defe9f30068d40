import { RotateCw, Trash2 } from 'lucide-react';
import type { Video } from '../../../../src/contract/media.ts';
import { Button } from '../../../ui/Button.tsx';
import type { ContentEvents } from './ContentMenu.tsx';

/** What helps a failed item: trying again while what was sent is still there, else deleting it. */
export function FailedAction({ video, events }: { video: Video; events: ContentEvents }) {
  return video.canRetry ? (
    <Button size="sm" icon={<RotateCw />} onClick={() => events.onRetry(video)}>
      Tentar de novo
    </Button>
  ) : (
    <Button size="sm" icon={<Trash2 />} onClick={() => events.onDelete([video])}>
      Excluir
    </Button>
  );
}
