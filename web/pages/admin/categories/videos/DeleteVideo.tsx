import { Trash2 } from 'lucide-react';
import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { confirm } from '../../../../state/confirm.ts';
import { change, mutate } from '../../../../state/resources/resource.ts';
import { toast, toastError } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { IconButton } from '../../../../ui/action/IconButton.tsx';
import { categoryReads } from '../category-reads.ts';

/** Deletes a platform item everywhere, once confirmed; 'Desfazer' brings it back. */
export function DeleteVideo({ video: { id, name }, categoryId }: { video: CategoryVideo; categoryId: number }) {
  const [remove, removing] = useAction('Erro ao excluir vídeo', async () => {
    await mutate(
      'DELETE /api/admin/platform-videos/:id',
      { params: { id } },
      {
        optimistic: [
          change('GET /api/admin/categories/:id/videos', (all) => all.filter((each) => each.id !== id), {
            params: { id: categoryId },
          }),
        ],
        invalidates: categoryReads,
      },
    );
    toast({
      title: 'Vídeo excluído',
      description: `“${name}” foi removido da plataforma e de todas as playlists.`,
      action: { label: 'Desfazer', onAct: () => void restore(id, name) },
    });
  });

  async function ask(): Promise<void> {
    if (
      await confirm({
        title: 'Excluir vídeo?',
        text: `“${name}” sai da plataforma e de todas as playlists que o exibem. Você terá 10 segundos para desfazer.`,
        action: 'Excluir',
      })
    )
      await remove();
  }

  return (
    <IconButton
      label={`Excluir ${name}`}
      icon={<Trash2 />}
      tone="danger"
      pending={removing}
      onClick={() => void ask()}
    />
  );
}

async function restore(id: number, name: string): Promise<void> {
  try {
    await mutate('POST /api/videos/:id/restore', { params: { id } }, { invalidates: categoryReads });
    toast({ title: 'Exclusão desfeita', description: name });
  } catch (error) {
    toastError('Erro ao desfazer', error);
  }
}
