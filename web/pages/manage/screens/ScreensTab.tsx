import { useSignals } from '@preact/signals-react/runtime';
import { ListFilter, MonitorPlay, ShieldAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { NoScreens, pairLink } from '../../../components/screens/NoScreens.tsx';
import { CountError } from '../../../components/shell/loading/CountError.tsx';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { currentLocation } from '../../../navigation/router.ts';
import { screenFilterFrom } from '../../../navigation/screen-filter.ts';
import { type ResourceOptions, useResource } from '../../../state/resources/resource.ts';
import { type ShownList, useCountWithError, useList } from '../../../state/resources/use-list.ts';
import { hasCapability, hasFeature, user } from '../../../state/session.ts';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { plural } from '../../../ui/text/format.ts';
import { ContentsSkeleton } from '../contents/list/ContentsSkeleton.tsx';
import { writeIsCompact, readIsCompact } from './density.ts';
import { ScreensTabDialog } from './ScreensTabDialog.tsx';
import { findScreens, noFilters, screensQuery } from './screen-filters.ts';
import { ScreensFilter } from './ScreensFilter.tsx';
import { ScreensList } from './ScreensList.tsx';
import { type OpenDialog, ScreensMenu } from './ScreensMenu.tsx';
import styles from './ScreensTab.module.css';
import { Row } from '../../../ui/layout/primitives.tsx';

/** With at most this many screens, search and filters are hidden. */
const maxScreensWithoutFilters = 6;

/** Shows the tab 'Minhas Telas': what each screen plays and should play (contract/README 2.4). */
export function ScreensTab() {
  useSignals();
  const account = user.value;
  const mayUseGroups = hasFeature('canAccessManagement');
  const groups =
    useResource('GET /api/screen-groups', undefined, { enabled: account !== undefined && mayUseGroups }).data ?? [];
  const [filters, setFilters] = useState(() => ({
    ...noFilters,
    state: screenFilterFrom(currentLocation.peek().search),
  }));
  useSearchInAddress((search) => setFilters((current) => ({ ...current, search })));
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [isCompact, setCompact] = useState(readIsCompact);
  const [opened, setOpened] = useState<OpenDialog>();
  const mayChange = hasCapability('screens');
  const key = 'GET /api/my-players';
  const query = screensQuery(filters, groups);
  const options = { enabled: account !== undefined, refetchMs: limits.screensRefetchMs };
  const screens = useList(key, query, (rows) => findScreens(rows, filters, groups), options);
  const { all = [], isAllRead } = screens;
  const { text: countText, counts } = useCounts(screens, query, options);
  const showsFilters =
    all.length > maxScreensWithoutFilters || groups.length > 0 || filters.state !== 'all' || filters.search !== '';

  if (!account) return <EmptyState icon={<ShieldAlert />} title="Acesso negado" />;

  return (
    <Loaded
      resource={{ ...screens, data: screens.all }}
      skeleton={<ContentsSkeleton what="telas" />}
      empty={isAllRead && <NoScreens />}
    >
      {() => (
        <>
          <Row gap={2} align="center" className={styles.head}>
            <Row as="p" gap={2} align="center" weight="medium" grow role="status" className={styles.count}>
              <MonitorPlay size="1.25rem" />
              {countText}
            </Row>
            {showsFilters && (
              <span className={styles.filterButton}>
                <IconButton
                  outlined
                  label="Filtrar telas"
                  aria-expanded={isFilterOpen}
                  aria-controls="filtros"
                  icon={<ListFilter />}
                  onClick={() => setFilterOpen(!isFilterOpen)}
                />
              </span>
            )}
            <ScreensMenu
              screens={all}
              group={groups.find(({ id }) => id === filters.groupId)}
              mayUseGroups={mayUseGroups}
              mayChange={mayChange}
              onOpen={setOpened}
            />
            {mayChange && pairLink}
          </Row>
          <CountError counts={counts} what="as telas" />
          {showsFilters && (
            <ScreensFilter
              filters={filters}
              onFilters={setFilters}
              groups={groups}
              isCompact={isCompact}
              onCompact={(chosen) => {
                setCompact(chosen);
                writeIsCompact(chosen);
              }}
              isOpen={isFilterOpen}
            />
          )}
          <ScreensList
            screens={screens}
            isCompact={isCompact && showsFilters}
            mayChange={mayChange}
            onOpen={setOpened}
            onClear={() => setFilters(noFilters)}
          />
          {opened && <ScreensTabDialog opened={opened} onClose={() => setOpened(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

/** Returns the text '3 de 8 telas online', or '3 de 8 telas' if filters leave 3 ('…' if not known yet), and the counts in it. */
function useCounts(screens: ShownList<MyPlayer>, query: ReturnType<typeof screensQuery>, options: ResourceOptions) {
  const key = 'GET /api/my-players';
  const { all = [], isAllRead, shown, isComplete } = screens;
  const total = useCountWithError(key, {}, isAllRead ? all : undefined, options);
  const online = all.filter(({ isOnline }) => isOnline);
  const onlineCount = useCountWithError(key, { state: 'online' }, isAllRead ? online : undefined, options);
  const isFiltered = Object.values(query).some(Boolean);
  const found = useCountWithError(key, query, isComplete || !isFiltered ? shown : undefined, options);
  const [part, suffix] = isFiltered && found.data !== total.data ? [found, ''] : [onlineCount, ' online'];
  const text =
    total.data === undefined ? '…' : `${part.data ?? '…'} de ${plural(total.data, 'tela', 'telas')}${suffix}`;
  return { text, counts: [total, part] };
}

/** Calls `onSearch` with the search in the address (`?busca=`), at first and when the search dialog (Ctrl+K) has changed it. */
function useSearchInAddress(onSearch: (search: string) => void): void {
  const search = new URLSearchParams(currentLocation.value.search).get('busca');
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (search !== null) latest.current(search);
  }, [search]);
}
