import { useSignals } from '@preact/signals-react/runtime';
import { ListFilter, MonitorPlay, SearchX, ShieldAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { GroupsDialog } from '../../../components/groups/GroupsDialog.tsx';
import { lazyDialog } from '../../../components/shell/overlay/lazy-dialog.tsx';
import { NoScreens, pairLink } from '../../../components/screens/NoScreens.tsx';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { place } from '../../../navigation/router.ts';
import { screenFilterFrom } from '../../../navigation/screen-filter.ts';
import { loadedRows, type ResourceOptions, useResource } from '../../../state/resources/resource.ts';
import { type ShownList, useCount, useList } from '../../../state/resources/use-list.ts';
import { hasCapability, hasFeature, user } from '../../../state/session.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { plural } from '../../../ui/text/format.ts';
import { ContentsSkeleton } from '../contents/list/ContentsSkeleton.tsx';
import { saveIsCompact, savedIsCompact } from './density.ts';
import { DisplayDialog } from './DisplayDialog.tsx';
import { RenameScreenDialog } from './RenameScreenDialog.tsx';
import { ScreenCard } from './ScreenCard.tsx';
import { findScreens, noFilters, screensQuery } from './screen-filters.ts';
import { ScreenRow } from './ScreenRow.tsx';
import { ScreensFilter } from './ScreensFilter.tsx';
import { type OpenDialog, ScreensMenu } from './ScreensMenu.tsx';
import { useInfiniteScroll } from '../../../ui/data/use-infinite-scroll.ts';
import { whyUnavailable } from '../../../components/screens/screen-status.ts';
import styles from './ScreensTab.module.css';
import { SendPlaylistDialog } from '../../../components/screens/SendPlaylistDialog.tsx';
import { SendToGroupDialog } from '../../../components/screens/SendToGroupDialog.tsx';
import { Grid, Row } from '../../../ui/layout/primitives.tsx';

// Seldom opened, and their pictures are large.
const CallLayoutDialog = lazyDialog(() => import('./settings/CallLayoutDialog.tsx'), 'CallLayoutDialog');
const ScreenSettingsDialog = lazyDialog(() => import('./settings/ScreenSettingsDialog.tsx'), 'ScreenSettingsDialog');

/** Number of cards that are added at a time. Rendering two thousand cards at once would take seconds. */
const cardsPerStep = 48;
/** Number of screens that are found without search and filters. */
const fewScreens = 6;

/** Shows the tab 'Minhas Telas': what each screen plays and should play (contract/README 2.4). */
export function ScreensTab() {
  useSignals();
  const account = user.value;
  const hasGroups = hasFeature('canAccessManagement');
  const groups =
    useResource('GET /api/screen-groups', undefined, { enabled: account !== undefined && hasGroups }).data ?? [];
  const [filters, setFilters] = useState(() => ({ ...noFilters, state: screenFilterFrom(place.peek().search) }));
  useSearchInAddress((search) => setFilters((current) => ({ ...current, search })));
  const [isFilterOpen, setFilterOpen] = useState(false);
  const [isCompact, setCompact] = useState(savedIsCompact);
  const [opened, setOpened] = useState<OpenDialog>();
  const mayChange = hasCapability('screens');
  const key = 'GET /api/my-players';
  const query = screensQuery(filters, groups);
  const options = { enabled: account !== undefined, refetchMs: limits.screensRefetchMs };
  const screens = useList(key, query, (rows) => findScreens(rows, filters, groups), options);
  const { all = [], isAllRead, shown: found } = screens;
  const { shown, end } = useInfiniteScroll(found, cardsPerStep, screens);
  const countText = useCountText(screens, query, options);
  const hasFilter = all.length > fewScreens || groups.length > 0 || filters.state !== 'all' || filters.search !== '';
  const Item = isCompact && hasFilter ? ScreenRow : ScreenCard;

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
            {hasFilter && (
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
              hasGroups={hasGroups}
              mayChange={mayChange}
              onOpen={setOpened}
            />
            {mayChange && pairLink}
          </Row>
          {hasFilter && (
            <ScreensFilter
              filters={filters}
              onFilters={setFilters}
              groups={groups}
              isCompact={isCompact}
              onCompact={(chosen) => {
                setCompact(chosen);
                saveIsCompact(chosen);
              }}
              isOpen={isFilterOpen}
            />
          )}
          {found.length > 0 ? (
            <Grid
              as="ul"
              min={Item === ScreenRow ? '24rem' : '20rem'}
              gap={Item === ScreenRow ? 2 : 4}
              aria-label="Minhas telas"
            >
              {shown.map((screen) => (
                <Item
                  key={screen.id}
                  screen={screen}
                  mayChange={mayChange}
                  onSend={() => setOpened({ kind: 'send', screen })}
                  onRename={() => setOpened({ kind: 'rename', screen })}
                  onCallLayout={() => setOpened({ kind: 'callLayout', screen })}
                  onSettings={() => setOpened({ kind: 'settings', screen })}
                />
              ))}
            </Grid>
          ) : (
            <NoneFound isSearching={screens.loading} onClear={() => setFilters(noFilters)} />
          )}
          <div ref={end} />
          {opened && <OpenedDialog opened={opened} onClose={() => setOpened(undefined)} />}
        </>
      )}
    </Loaded>
  );
}

function NoneFound({ isSearching, onClear }: { isSearching: boolean; onClear: () => void }) {
  if (isSearching) return <ContentsSkeleton what="telas" />;
  return (
    <EmptyState
      icon={<SearchX />}
      title="Nenhuma tela encontrada"
      action={<Button onClick={onClear}>Limpar filtros</Button>}
    />
  );
}

/** Returns how many screens are online, or how many of all match. */
function useCountText(screens: ShownList<MyPlayer>, query: ReturnType<typeof screensQuery>, options: ResourceOptions) {
  const key = 'GET /api/my-players';
  const { all = [], isAllRead, shown, isComplete } = screens;
  const total = useCount(key, {}, isAllRead ? all : undefined, options) ?? all.length;
  const online = all.filter(({ isOnline }) => isOnline);
  const onlineCount = useCount(key, { state: 'online' }, isAllRead ? online : undefined, options) ?? online.length;
  const found = useCount(key, query, isComplete ? shown : undefined, options) ?? shown.length;
  const totalText = plural(total, 'tela', 'telas');
  return found < total ? `${found} de ${totalText}` : `${onlineCount} de ${totalText} online`;
}

function OpenedDialog({ opened, onClose }: { opened: OpenDialog; onClose: () => void }) {
  useSignals();
  const isForMany = opened.kind === 'sendToMany' || opened.kind === 'sendToGroup' || opened.kind === 'groups';
  const screens = useResource('GET /api/my-players', undefined, { enabled: isForMany }).data;
  if (isForMany && !screens) return null;
  return <ScreensDialog opened={opened} screens={screens ?? []} onClose={onClose} />;
}

function ScreensDialog({
  opened,
  screens,
  onClose,
}: {
  opened: OpenDialog;
  screens: readonly MyPlayer[];
  onClose: () => void;
}) {
  switch (opened.kind) {
    case 'send': {
      const screen = loadedRows('GET /api/my-players').get(opened.screen.id) ?? opened.screen;
      return <SendPlaylistDialog screens={[screen]} initialIds={[screen.id]} onClose={onClose} />;
    }
    case 'sendToMany': {
      const available = screens.filter((screen) => whyUnavailable(screen) === undefined);
      return <SendPlaylistDialog screens={available} initialIds={available.map(({ id }) => id)} onClose={onClose} />;
    }
    case 'sendToGroup':
      return <SendToGroupDialog group={opened.group} screens={screens} onClose={onClose} />;
    case 'groups':
      return <GroupsDialog screens={screens} onClose={onClose} />;
    case 'display':
      return <DisplayDialog onClose={onClose} />;
    case 'settings':
      return <ScreenSettingsDialog screen={opened.screen} onClose={onClose} />;
    case 'callLayout':
      return <CallLayoutDialog screen={opened.screen} onClose={onClose} />;
    case 'rename':
      return <RenameScreenDialog screen={opened.screen} onClose={onClose} />;
  }
}

/** Calls `onSearch` with the search in the address (`?busca=`), at first and when another one is opened (Ctrl+K). */
function useSearchInAddress(onSearch: (search: string) => void): void {
  const search = new URLSearchParams(place.value.search).get('busca');
  const latest = useRef(onSearch);
  latest.current = onSearch;
  useEffect(() => {
    if (search !== null) latest.current(search);
  }, [search]);
}
