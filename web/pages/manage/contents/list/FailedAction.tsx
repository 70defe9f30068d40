import { RotateCw } from 'lucide-react';
import type { Video } from '../../../../../src/contract/media.ts';
import { ReplacementActions } from '../../../../components/media/replace/Replacement.tsx';
import { Button } from '../../../../ui/action/Button.tsx';
import type { ContentEvents } from './ContentMenu.tsx';

/** Shows a button to process a failed item again; if the file no longer exists, buttons to replace it or delete the item. */
export function FailedAction({ video, events }: { video: Video; events: ContentEvents }) {
  return video.canRetry ? (
    <Button size="sm" icon={<RotateCw />} onClick={() => events.onRetry(video)}>
      Tentar de novo
    </Button>
  ) : (
    <>
      <Button size="sm" onClick={() => events.onReplace(video)}>
        Substituir arquivo
      </Button>
      <Button size="sm" variant="ghost" onClick={() => events.onDelete([video])}>
        Excluir
      </Button>
    </>
  );
}

/** Shows buttons for an item whose new file could not be processed. The old file still plays. */
export function FailedReplacementAction({ video, events }: { video: Video; events: ContentEvents }) {
  return (
    <>
      {!video.replacement?.canRetry && (
        <Button size="sm" onClick={() => events.onReplace(video)}>
          Escolher outro arquivo
        </Button>
      )}
      <ReplacementActions video={video} />
    </>
  );
}
