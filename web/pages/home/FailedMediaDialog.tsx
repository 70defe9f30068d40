import { CircleCheck } from 'lucide-react';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../state/resources/resource.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useGrowingList } from '../../ui/data/use-growing-list.ts';
import { FailedMediaRow } from './FailedMediaRow.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

const shownAtOnce = 50;

/** Everybody's contents that could not be processed: why, once more, or away with them. */
export function FailedMediaDialog({ onClose }: { onClose: () => void }) {
  const failed = useResource('GET /api/admin/failed-videos');
  const { shown, end } = useGrowingList(failed.data ?? [], shownAtOnce);
  return (
    <Dialog
      open
      focusSelf
      size="lg"
      title="Mídias com falha"
      description="Conteúdos que o servidor não conseguiu preparar para as telas."
      onClose={onClose}
      footer={<Button onClick={onClose}>Fechar</Button>}
    >
      <Loaded
        resource={failed}
        skeleton={<Skeleton height="8rem" radius="var(--radius)" />}
        empty={<EmptyState icon={<CircleCheck />} title="Nenhuma mídia com falha" />}
      >
        {() => (
          <Stack as="ul" aria-label="Mídias com falha">
            {shown.map((video) => (
              <FailedMediaRow key={video.id} video={video} />
            ))}
          </Stack>
        )}
      </Loaded>
      <div ref={end} />
    </Dialog>
  );
}
