import { useSignals } from '@preact/signals-react/runtime';
import { LibraryBig, SearchX } from 'lucide-react';
import { useState } from 'react';
import { contentFilter } from '../../../../src/contract/changes/views.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { NextRowsError } from '../../../components/shell/loading/NextRowsError.tsx';
import { useList } from '../../../state/resources/use-list.ts';
import { isAdministrator } from '../../../state/session.ts';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { useScrolledTo } from '../../../ui/data/use-infinite-scroll.ts';
import { WindowedGrid } from '../../../ui/data/windowed/WindowedGrid.tsx';
import { ContentCard, cardHeight } from '../contents/list/ContentCard.tsx';
import { ContentsSkeleton } from '../contents/list/ContentsSkeleton.tsx';
import { useContentEvents } from '../contents/use-content-events.tsx';
import { groupByCategory } from './group-by-category.ts';
import styles from './PlatformTab.module.css';

/** Shows the tab 'Plataforma': lists the platform contents by category (contract/README 2.4). */
export function PlatformTab() {
  useSignals();
  const [search, setSearch] = useState('');
  const videos = useList('GET /api/platform-videos', { search }, (rows) => rows.filter(contentFilter({ search })));
  const { shown, isComplete, loading, error, loadMore } = videos;
  const end = useScrolledTo(!isComplete && !error && !loading, String(shown.length), loadMore);
  const { events, dialog } = useContentEvents();
  const canManage = isAdministrator.value;
  const groups = groupByCategory(shown);
  return (
    <Loaded
      resource={{ ...videos, data: videos.all }}
      skeleton={<ContentsSkeleton />}
      empty={
        <EmptyState
          icon={<LibraryBig />}
          title="Nenhum conteúdo da plataforma"
          text="Quando o administrador liberar uma categoria para a sua conta, os conteúdos dela aparecem aqui."
        />
      }
    >
      {() => (
        <>
          <div className={styles.search} role="search">
            <SearchField label="Buscar na plataforma" value={search} onChange={setSearch} />
          </div>
          {groups.length === 0 &&
            (isComplete ? (
              <EmptyState icon={<SearchX />} title="Nada encontrado" text="Nenhum conteúdo corresponde à busca." />
            ) : (
              !error && <ContentsSkeleton />
            ))}
          {groups.map(({ name, videos: contents }, index) => (
            <section key={name} className={styles.group} aria-label={name}>
              <h2>
                {name}{' '}
                <span className={styles.count}>
                  {contents.length}
                  {!isComplete && index === groups.length - 1 && '+'}
                </span>
              </h2>
              <WindowedGrid
                label={name}
                items={contents}
                keyOf={(video) => video.id}
                minColumnRem={15}
                gapRem={1}
                heightRem={cardHeight}
              >
                {(video) => (
                  <ContentCard
                    video={video}
                    canManage={canManage}
                    events={events}
                    mark={video.userId === null ? 'platform' : 'user'}
                  />
                )}
              </WindowedGrid>
            </section>
          ))}
          <NextRowsError list={videos} isEmpty={shown.length === 0} />
          <div ref={end} />
          {dialog}
        </>
      )}
    </Loaded>
  );
}
