import { useSignals } from '@preact/signals-react/runtime';
import { Film, LayoutTemplate, SearchX, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Video } from '../../../../src/contract/media.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { hasCapability } from '../../../state/session.ts';
import { Button, ButtonLink } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { plural } from '../../../ui/text/format.ts';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import { WindowedGrid } from '../../../ui/data/windowed/WindowedGrid.tsx';
import { Row } from '../../../ui/layout/primitives.tsx';
import { paths } from '../../../navigation/paths.ts';
import { openTab } from '../../../navigation/manage-tabs.ts';
import { cardHeight, ContentCard } from './list/ContentCard.tsx';
import { ContentRow, rowHeight } from './list/ContentRow.tsx';
import { contentsLayout, contentsView } from './list/contents-view.ts';
import { ContentsSkeleton } from './list/ContentsSkeleton.tsx';
import { ContentsToolbar } from './list/ContentsToolbar.tsx';
import { onlyExisting, type Selection, selectRange, toggle } from './list/selection.ts';
import { SelectionBar } from './list/SelectionBar.tsx';
import { useContentEvents } from './use-content-events.tsx';
import { filterAndSort } from './list/view.ts';

/** Shows the tab 'Meus Conteúdos': lists the account's videos and images (contract/README 2.4). */
export function ContentsTab() {
  useSignals();
  const videos = useResource('GET /api/videos');
  return (
    <Loaded
      resource={videos}
      skeleton={<ContentsSkeleton isList={contentsLayout.value === 'list'} />}
      empty={
        <EmptyState
          icon={<Film />}
          title="Nenhum conteúdo ainda"
          text="Envie o primeiro vídeo ou imagem do seu canal."
          action={
            hasCapability('contents') && (
              <Row gap={2} wrap justify="center">
                <Button variant="primary" icon={<Upload />} onClick={() => openTab('upload')}>
                  Enviar conteúdo
                </Button>
                <ButtonLink href={paths.poster} icon={<LayoutTemplate />}>
                  Criar cartaz
                </ButtonLink>
              </Row>
            )
          }
        />
      }
    >
      {(all) => <Contents videos={all} onRefresh={videos.refresh} />}
    </Loaded>
  );
}

function Contents({ videos, onRefresh }: { videos: readonly Video[]; onRefresh: () => Promise<void> }) {
  useSignals();
  const [ticked, setTicked] = useState<Selection>(new Set());
  const lastTicked = useRef<number>(undefined);
  const { events, dialog } = useContentEvents();
  const view = contentsView.value;
  const canManage = hasCapability('contents');
  const isGrid = contentsLayout.value === 'grid';
  const shown = filterAndSort(videos, view);
  const selection = onlyExisting(ticked, videos);
  // Actions apply to visible items only.
  const selected = shown.filter(({ id }) => selection.has(id));
  const tick = (id: number, isRange: boolean) => {
    setTicked(
      isRange
        ? selectRange(
            selection,
            shown.map((video) => video.id),
            lastTicked.current,
            id,
          )
        : toggle(selection, id),
    );
    lastTicked.current = id;
  };
  const Item = isGrid ? ContentCard : ContentRow;

  return (
    <>
      <ContentsToolbar onRefresh={onRefresh} />
      <VisuallyHidden>
        <span role="status">{plural(shown.length, 'conteúdo', 'conteúdos')}</span>
      </VisuallyHidden>
      {shown.length === 0 ? (
        <EmptyState
          icon={<SearchX />}
          title="Nada encontrado"
          text="Nenhum conteúdo corresponde à busca."
          action={
            <Button
              onClick={() => {
                contentsView.value = { ...view, search: '', type: 'all' };
              }}
            >
              Limpar filtros
            </Button>
          }
        />
      ) : (
        <WindowedGrid
          label="Conteúdos"
          items={shown}
          keyOf={(video) => video.id}
          minColumnRem={isGrid ? 15 : undefined}
          gapRem={isGrid ? 1 : 0.5}
          heightRem={isGrid ? cardHeight : rowHeight}
        >
          {(video) => (
            <Item
              video={video}
              canManage={canManage}
              events={events}
              selection={
                canManage
                  ? { checked: selection.has(video.id), onToggle: (isRange) => tick(video.id, isRange) }
                  : undefined
              }
            />
          )}
        </WindowedGrid>
      )}
      {selection.size > 0 && (
        <SelectionBar
          selected={selected}
          hiddenCount={selection.size - selected.length}
          shownCount={shown.length}
          events={events}
          onSelectAll={() => setTicked(new Set([...selection, ...shown.map(({ id }) => id)]))}
          onClear={() => setTicked(new Set())}
        />
      )}
      {dialog}
    </>
  );
}
