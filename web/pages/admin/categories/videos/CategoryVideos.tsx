import { useSignals } from '@preact/signals-react/runtime';
import { Clapperboard, Upload } from 'lucide-react';
import { useState } from 'react';
import type { AdminCategory } from '../../../../../src/contract/categories.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { isAdministrator } from '../../../../state/session.ts';
import { toast } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { RefreshButton } from '../../../../ui/action/RefreshButton.tsx';
import { useMediaQuery } from '../../../../ui/hooks/use-media-query.ts';
import { visibleVideos } from '../category-lists.ts';
import { SearchableList } from '../SearchableList.tsx';
import { VideoList } from './VideoList.tsx';
import { VideoTable } from './VideoTable.tsx';
import { lazyDialog } from '../../../../components/shell/overlay/lazy-dialog.tsx';

const UploadDialog = lazyDialog(() => import('./UploadDialog.tsx'), 'UploadDialog');

/** Shows the category's platform contents. Gestores see and delete them; only administrators upload. */
export function CategoryVideos({ category }: { category: AdminCategory }) {
  useSignals();
  const videos = useResource('GET /api/admin/categories/:id/videos', { params: { id: category.id } });
  const [isUploading, setUploading] = useState(false);
  const List = useMediaQuery('(min-width: 64rem)') ? VideoTable : VideoList;

  async function refresh(): Promise<void> {
    const isUpdated = await videos.refresh().then(
      () => true,
      () => false,
    );
    toast(
      isUpdated
        ? { title: 'Lista atualizada' }
        : {
            title: 'Erro ao atualizar lista',
            description: 'Verifique a conexão e tente novamente.',
            variant: 'destructive',
          },
    );
  }

  return (
    <>
      <SearchableList
        list={videos}
        searchLabel="Buscar vídeo"
        arrange={visibleVideos}
        actions={
          <>
            <RefreshButton label="Atualizar lista" onRefresh={refresh} />
            {isAdministrator.value && (
              <Button icon={<Upload aria-hidden="true" />} onClick={() => setUploading(true)}>
                Enviar conteúdo
              </Button>
            )}
          </>
        }
        empty={{
          icon: <Clapperboard />,
          title: 'Nenhum vídeo nesta categoria',
          text: isAdministrator.value
            ? 'Envie vídeos e imagens que os usuários com acesso poderão exibir.'
            : 'Os administradores enviam o conteúdo da plataforma.',
        }}
        noMatchTitle="Nenhum vídeo encontrado"
      >
        {(rows) => <List videos={rows} categoryId={category.id} />}
      </SearchableList>
      {isUploading && <UploadDialog category={category} onClose={() => setUploading(false)} />}
    </>
  );
}
