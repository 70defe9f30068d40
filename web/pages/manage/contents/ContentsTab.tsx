import { useSignals } from '@preact/signals-react/runtime';
import { Film, LayoutTemplate, SearchX, Upload } from 'lucide-react';
import type { Video } from '../../../../src/contract/media.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { NextRowsError } from '../../../components/shell/loading/NextRowsError.tsx';
import { type ShownList, useCount, useList } from '../../../state/resources/use-list.ts';
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
import { useSelection } from './list/use-selection.ts';
import { SelectionBar } from './list/SelectionBar.tsx';
import { useContentEvents } from './use-content-events.tsx';
import { useScrolledTo } from '../../../ui/data/use-infinite-scroll.ts';
import { contentsQuery, filterAndSort } from './list/view.ts';

/** Shows the tab 'Meus Conteúdos': lists the account's videos and images (contract/README 2.4). */
export function ContentsTab() {
  useSignals();
  const view = contentsView.value;
  const videos = useList('GET /api/videos', contentsQuery(view), (rows) => filterAndSort(rows, view));
  return (
    <Loaded
      resource={{ ...videos, data: videos.all }}
      skeleton={<ContentsSkeleton isList={contentsLayout.value === 'list'} />}
      empty={
        videos.isAllRead && (
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
        )
      }
    >
      {() => <Contents videos={videos} />}
    </Loaded>
  );
}

function Contents({ videos }: { videos: ShownList<Video> }) {
  useSignals();
  const view = contentsView.value;
  const { selection, selected, isSelectingAll, selectAll, clear, tick } = useSelection(videos, view);
  const { events, dialog } = useContentEvents();
  const canManage = hasCapability('contents');
  const isGrid = contentsLayout.value === 'grid';
  const { shown, isComplete, loading, error, loadMore } = videos;
  const count = useCount(
    'GET /api/videos',
    { ...contentsQuery(view), sort: undefined },
    isComplete ? shown : undefined,
  );
  const end = useScrolledTo(!isComplete && !error && !loading, String(shown.length), loadMore);
  const Item = isGrid ? ContentCard : ContentRow;

  return (
    <>
      <ContentsToolbar onRefresh={videos.refresh} />
      <VisuallyHidden>
        <span role="status">{plural(count ?? shown.length, 'conteúdo', 'conteúdos')}</span>
      </VisuallyHidden>
      {shown.length > 0 ? (
        <WindowedGrid
          label="Conteúdos"
          items={shown}
          total={count}
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
      ) : isComplete ? (
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
        !error && <ContentsSkeleton isList={!isGrid} />
      )}
      <NextRowsError list={videos} isEmpty={shown.length === 0} />
      <div ref={end} />
      {selection.size > 0 && (
        <SelectionBar
          selected={selected}
          hiddenCount={selection.size - selected.length}
          shownCount={count ?? shown.length}
          events={events}
          isSelectingAll={isSelectingAll}
          onSelectAll={selectAll}
          onClear={clear}
        />
      )}
      {dialog}
    </>
  );
}
