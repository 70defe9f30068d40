import { useSignals } from '@preact/signals-react/runtime';
import { Clapperboard, Upload } from 'lucide-react';
import { useState } from 'react';
import type { AdminCategory } from '../../../../../src/contract/categories.ts';
import { Loaded } from '../../../../components/shell/loading/Loaded.tsx';
import { peekResource, useResource } from '../../../../state/resources/resource.ts';
import { isAdministrator } from '../../../../state/session.ts';
import { toast } from '../../../../state/toasts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { Pagination } from '../../../../ui/data/Pagination.tsx';
import { RefreshButton } from '../../../../ui/action/RefreshButton.tsx';
import { SearchField } from '../../../../ui/form/SearchField.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { useMedia } from '../../../../ui/hooks/use-media.ts';
import { usePages } from '../../../../ui/data/use-pages.ts';
import { visibleVideos } from '../category-lists.ts';
import panel from '../CategoryPanel.module.css';
import { VideoList } from './VideoList.tsx';
import { VideoTable } from './VideoTable.tsx';
import { laterDialog } from '../../../../components/shell/overlay/later-dialog.tsx';
import { Row } from '../../../../ui/layout/primitives.tsx';

const UploadDialog = laterDialog(() => import('./UploadDialog.tsx'), 'UploadDialog');

/** The category's platform contents. Gestores see and delete them; only administrators upload. */
export function CategoryVideos({ category }: { category: AdminCategory }) {
  useSignals();
  const videos = useResource('GET /api/admin/categories/:id/videos', { params: { id: category.id } });
  const [search, setSearch] = useState('');
  const [isUploading, setUploading] = useState(false);
  const { rows, ...pages } = usePages(visibleVideos(videos.data ?? [], search), 50);
  const List = useMedia('(min-width: 64rem)') ? VideoTable : VideoList;
  const upload = isAdministrator.value && (
    <Button icon={<Upload aria-hidden="true" />} onClick={() => setUploading(true)}>
      Enviar conteúdo
    </Button>
  );

  async function refresh(): Promise<void> {
    await videos.refetch();
    const isNew = peekResource('GET /api/admin/categories/:id/videos', { params: { id: category.id } }) !== videos.data;
    toast(
      isNew
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
      <Row gap={3} align="center" wrap className={panel.toolbar}>
        <div className={panel.search}>
          <SearchField label="Buscar vídeo" value={search} onChange={setSearch} />
        </div>
        <RefreshButton label="Atualizar lista" onRefresh={refresh} />
        {upload}
      </Row>
      <Loaded
        resource={videos}
        skeleton={<Skeleton height="12rem" radius="var(--radius)" />}
        empty={
          <EmptyState
            icon={<Clapperboard />}
            title="Nenhum vídeo nesta categoria"
            text={
              isAdministrator.value
                ? 'Envie vídeos e imagens que os usuários com acesso poderão exibir.'
                : 'Os administradores enviam o conteúdo da plataforma.'
            }
          />
        }
      >
        {() =>
          rows.length === 0 ? (
            <EmptyState
              icon={<Clapperboard />}
              title="Nenhum vídeo encontrado"
              action={<Button onClick={() => setSearch('')}>Limpar busca</Button>}
            />
          ) : (
            <List videos={rows} categoryId={category.id} />
          )
        }
      </Loaded>
      <Pagination {...pages} />
      {isUploading && <UploadDialog category={category} onClose={() => setUploading(false)} />}
    </>
  );
}
