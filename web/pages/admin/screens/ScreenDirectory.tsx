import { Tv, SearchX } from 'lucide-react';
import { hasProblemForManagers } from '../../../../src/contract/changes/views.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { CountError } from '../../../components/shell/loading/CountError.tsx';
import { NextRowsError } from '../../../components/shell/loading/NextRowsError.tsx';
import type { ScreenFilter } from '../../../navigation/screen-filter.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { type ShownList, useCountWithError } from '../../../state/resources/use-list.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { plural } from '../../../ui/text/format.ts';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Segmented } from '../../../ui/form/choice/Segmented.tsx';
import { useInfiniteScroll } from '../../../ui/data/use-infinite-scroll.ts';
import { countElementId } from './use-screen-actions.ts';
import { ScreenCard } from './ScreenCard.tsx';
import type { OpenDialog } from './ScreenDialog.tsx';
import { ScreensSkeleton } from './ScreensSkeleton.tsx';
import styles from './ScreenDirectory.module.css';
import { type Filters, noFilters, screensQuery } from './screen-list.ts';
import { Grid, Stack, Text } from '../../../ui/layout/primitives.tsx';

const batchSize = 48;

interface ScreenDirectoryProps {
  screens: ShownList<AdminPlayer>;
  filters: Filters;
  onFilters: (filters: Filters) => void;
  onOpen: OpenDialog;
}

/** Shows the search, the filter and the screens as cards. */
export function ScreenDirectory({ screens, filters, onFilters, onOpen }: ScreenDirectoryProps) {
  const { all, isAllRead, shown: found, isComplete, error } = screens;
  const { text: countText, counts } = useCounts(screens, filters);
  const { shown, end } = useInfiniteScroll(found, batchSize, screens);

  if (isAllRead && all?.length === 0) {
    return (
      <EmptyState
        icon={<Tv />}
        title="Nenhuma tela criada ainda"
        text="Crie as telas de um usuário e leve os códigos de ativação até as TVs."
        action={
          <Button variant="primary" onClick={() => onOpen({ kind: 'create' })}>
            Criar telas
          </Button>
        }
      />
    );
  }
  const now = Date.now();
  return (
    <>
      <Stack as="search" fluid gap={3} className={styles.filters}>
        <SearchField
          label="Buscar por tela, código, usuário ou e-mail"
          value={filters.search}
          onChange={(search) => onFilters({ ...filters, search })}
        />
        <Segmented<ScreenFilter>
          label="Mostrar"
          value={filters.filter}
          onChange={(filter) => onFilters({ ...filters, filter })}
          options={[
            { value: 'all', label: 'Todas' },
            { value: 'online', label: 'Online' },
            { value: 'offline', label: 'Offline' },
            { value: 'problem', label: 'Problemas' },
          ]}
        />
      </Stack>
      <Text as="p" muted size="sm" tabular id={countElementId} tabIndex={-1} role="status" className={styles.count}>
        {countText}
      </Text>
      <CountError counts={counts} what="as telas" />
      {found.length > 0 ? (
        <Grid as="ul" min="22rem" gap={4} className={styles.grid} aria-label="Telas">
          {shown.map((screen) => (
            <ScreenCard key={screen.id} screen={screen} now={now} onOpen={onOpen} />
          ))}
        </Grid>
      ) : isComplete ? (
        <EmptyState
          icon={<SearchX />}
          title="Nenhuma tela encontrada"
          action={<Button onClick={() => onFilters(noFilters)}>Limpar filtros</Button>}
        />
      ) : (
        !error && <ScreensSkeleton />
      )}
      <NextRowsError list={screens} isEmpty={found.length === 0} />
      <div ref={end} />
    </>
  );
}

/**
 * Returns the text with the numbers of screens: all, those that match the filters, online, offline, with a problem. An unknown
 * number is "…". `counts`: the two requests for these numbers, whose errors the page shows.
 */
function useCounts({ all = [], isAllRead, shown, isComplete }: ShownList<AdminPlayer>, filters: Filters) {
  const options = { refetchMs: limits.adminPlayersPollMs };
  const serverCounts = useResource('GET /api/admin/players/count', {}, { ...options, enabled: !isAllRead });
  const loadedCounts = {
    count: all.length,
    online: all.filter(({ isOnline }) => isOnline).length,
    problems: all.filter(hasProblemForManagers).length,
  };
  const total = isAllRead ? { ...serverCounts, data: loadedCounts } : serverCounts;
  const isFiltered = filters.search !== '' || filters.filter !== 'all';
  const rows = isComplete || !isFiltered ? shown : undefined;
  const found = useCountWithError('GET /api/admin/players', screensQuery(filters), rows, options);
  return {
    text: total.data ? countsText(total.data, isFiltered ? (found.data ?? '…') : undefined) : '…',
    counts: [total, found],
  };
}

/** Returns the numbers as a text. `found`: number of screens that match the filters, or '…'; undefined without filters. */
function countsText(
  { count, online, problems }: { count: number; online: number; problems: number },
  found: number | string | undefined,
): string {
  const total = plural(count, 'tela', 'telas');
  return [
    found === undefined || found === count ? total : `${found} de ${total}`,
    `${online} online`,
    `${count - online} offline`,
    ...(problems > 0 ? [`${problems} com problema`] : []),
  ].join(' · ');
}
