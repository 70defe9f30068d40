import { useSignals } from '@preact/signals-react/runtime';
import { CircleCheck, Film, Image, RefreshCw, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FailedVideo } from '../../../src/contract/media.ts';
import { change, mutate, useResource } from '../../state/resources/resource.ts';
import { isAdministrator, signedInId } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { useConfirmedAction } from '../../state/form/use-confirmed-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import { formatDateTime } from '../../ui/text/format.ts';
import { IconButton } from '../../ui/action/IconButton.tsx';
import styles from './FailedMediaDialog.module.css';
import { lazyDialog } from '../../components/shell/overlay/lazy-dialog.tsx';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useInfiniteScroll } from '../../ui/data/use-infinite-scroll.ts';
import { Stack, Text } from '../../ui/layout/primitives.tsx';

const ReplaceFileDialog = lazyDialog(
  () => import('../../components/media/replace/ReplaceFileDialog.tsx'),
  'ReplaceFileDialog',
);

const rowsPerBatch = 50;

/** Lists all contents that could not be processed, with the reason and buttons to retry, replace or delete them. */
export function FailedMediaDialog({ onClose }: { onClose: () => void }) {
  const failed = useResource('GET /api/admin/failed-videos');
  const { shown, end } = useInfiniteScroll(failed.data ?? [], rowsPerBatch);
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

/** Shows a content with its owner, the reason why processing failed, and buttons. */
function FailedMediaRow({ video }: { video: FailedVideo }) {
  const { id, name, mediaType, owner, processingError, canRetry, uploadedAt } = video;
  useSignals();
  const [isReplacing, setReplacing] = useState(false);
  // Nobody may replace the contents of another account; only administrators may replace platform contents.
  const canReplace = !canRetry && (owner === null ? isAdministrator.value : owner.id === signedInId.value);
  const optimisticRemoval = () => [
    change('GET /api/admin/failed-videos', (all) => all.filter((each) => each.id !== id)),
  ];

  const [retry, retrying] = useAction('Erro ao tentar novamente', async () => {
    await mutate('POST /api/admin/videos/:id/retry', { params: { id } }, { optimistic: optimisticRemoval() });
    toast({ title: 'Na fila de processamento', description: name });
  });
  const [remove] = useConfirmedAction(
    'Erro ao excluir',
    {
      title: 'Excluir conteúdo?',
      text: `“${name}” será excluído ${owner ? `da conta de ${owner.username}` : 'da plataforma'}.`,
      action: 'Excluir',
    },
    async () => {
      await mutate('DELETE /api/admin/videos/:id', { params: { id } }, { optimistic: optimisticRemoval() });
      toast({ title: mediaType === 'image' ? 'Imagem excluída' : 'Vídeo excluído', description: name });
    },
  );

  return (
    <li className={styles.row}>
      <div className={styles.kind} aria-hidden="true">
        {mediaType === 'image' ? <Image /> : <Film />}
      </div>
      <Text as="div" size="sm" breakable className={styles.words}>
        <h3>{name}</h3>
        <Text as="p" muted>
          {owner?.username ?? 'Plataforma'} · {formatDateTime(uploadedAt)}
        </Text>
        <Text as="p" tone="danger">
          {processingError ?? 'A conversão falhou.'}
        </Text>
        {canReplace && (
          <Button
            size="sm"
            icon={<RefreshCw aria-hidden="true" />}
            aria-label={`Substituir arquivo de ${name}`}
            onClick={() => setReplacing(true)}
          >
            Substituir arquivo
          </Button>
        )}
        {isReplacing && (
          <ReplaceFileDialog target={{ ...video, isPlatform: owner === null }} onClose={() => setReplacing(false)} />
        )}
        {canRetry && (
          <Button
            size="sm"
            icon={<RotateCw aria-hidden="true" />}
            pending={retrying}
            aria-label={`Tentar novamente: ${name}`}
            onClick={() => void retry()}
          >
            Tentar novamente
          </Button>
        )}
      </Text>
      <IconButton size="sm" tone="danger" label={`Excluir: ${name}`} icon={<Trash2 />} onClick={() => void remove()} />
    </li>
  );
}
