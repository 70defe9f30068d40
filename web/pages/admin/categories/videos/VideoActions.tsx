import { useSignals } from '@preact/signals-react/runtime';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { lazyDialog } from '../../../../components/shell/overlay/lazy-dialog.tsx';
import { change, mutate } from '../../../../state/resources/resource.ts';
import { isAdministrator } from '../../../../state/session.ts';
import { toast, toastError } from '../../../../state/toasts.ts';
import { useConfirmedAction } from '../../../../state/form/use-confirmed-action.ts';
import { IconButton } from '../../../../ui/action/IconButton.tsx';

const ReplaceFileDialog = lazyDialog(
  () => import('../../../../components/media/replace/ReplaceFileDialog.tsx'),
  'ReplaceFileDialog',
);

/** Shows buttons that replace the file of a platform content (administrators only) or delete the content, with 'Desfazer'. */
export function VideoActions({ video, categoryId }: { video: CategoryVideo; categoryId: number }) {
  useSignals();
  const { id, name, processingStatus } = video;
  const [isReplacing, setReplacing] = useState(false);
  const canReplace = isAdministrator.value && ['completed', 'failed'].includes(processingStatus);
  const [remove, removing] = useConfirmedAction(
    'Erro ao excluir vídeo',
    {
      title: 'Excluir vídeo?',
      text: `“${name}” sai da plataforma e de todas as playlists que o exibem. Você terá 10 segundos para desfazer.`,
      action: 'Excluir',
    },
    async () => {
      const input = { params: { id: categoryId } };
      await mutate(
        'DELETE /api/admin/platform-videos/:id',
        { params: { id } },
        {
          optimistic: [
            change('GET /api/admin/categories/:id/videos', (all) => all.filter((each) => each.id !== id), input),
          ],
        },
      );
      toast({
        title: 'Vídeo excluído',
        description: `“${name}” foi removido da plataforma e de todas as playlists.`,
        action: { label: 'Desfazer', onAct: () => void restore(id, name) },
      });
    },
  );

  return (
    <>
      {canReplace && (
        <IconButton label={`Substituir arquivo de ${name}`} icon={<RefreshCw />} onClick={() => setReplacing(true)} />
      )}
      {canReplace && isReplacing && (
        <ReplaceFileDialog target={{ ...video, isPlatform: true }} onClose={() => setReplacing(false)} />
      )}
      <IconButton
        label={`Excluir ${name}`}
        icon={<Trash2 />}
        tone="danger"
        pending={removing}
        onClick={() => void remove()}
      />
    </>
  );
}

async function restore(id: number, name: string): Promise<void> {
  try {
    await mutate('POST /api/videos/:id/restore', { params: { id } });
    toast({ title: 'Exclusão desfeita', description: name });
  } catch (error) {
    toastError('Erro ao desfazer', error);
  }
}
