import { Tv, SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { currentLocation } from '../../../navigation/router.ts';
import { type ScreenFilter, screenFilterFrom } from '../../../navigation/screen-filter.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';
import { plural } from '../../../ui/text/format.ts';
import { SearchField } from '../../../ui/form/SearchField.tsx';
import { Segmented } from '../../../ui/form/choice/Segmented.tsx';
import { useInfiniteScroll } from '../../../ui/data/use-infinite-scroll.ts';
import { resultsId } from './use-screen-actions.ts';
import { ScreenCard } from './ScreenCard.tsx';
import type { OpenDialog } from './ScreenDialog.tsx';
import styles from './ScreenDirectory.module.css';
import { hasProblem, noFilters, visibleScreens } from './screen-list.ts';
import { Grid, Stack, Text } from '../../../ui/layout/primitives.tsx';

const batchSize = 48;

/** Shows the search, the filter and the screens as cards. */
export function ScreenDirectory({ screens, onOpen }: { screens: readonly AdminPlayer[]; onOpen: OpenDialog }) {
  const [filters, setFilters] = useState(() => ({
    ...noFilters,
    filter: screenFilterFrom(currentLocation.peek().search),
  }));
  const found = useMemo(() => visibleScreens(screens, filters), [screens, filters]);
  const { shown, end } = useInfiniteScroll(found, batchSize);
  const onlineCount = screens.filter((screen) => screen.isOnline).length;
  const problemCount = screens.filter(hasProblem).length;

  if (screens.length === 0) {
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
          onChange={(search) => setFilters({ ...filters, search })}
        />
        <Segmented<ScreenFilter>
          label="Mostrar"
          value={filters.filter}
          onChange={(filter) => setFilters({ ...filters, filter })}
          options={[
            { value: 'all', label: 'Todas' },
            { value: 'online', label: 'Online' },
            { value: 'offline', label: 'Offline' },
            { value: 'problem', label: 'Problemas' },
          ]}
        />
      </Stack>
      <Text as="p" muted size="sm" tabular id={resultsId} tabIndex={-1} role="status" className={styles.count}>
        {found.length === screens.length
          ? plural(screens.length, 'tela', 'telas')
          : `${found.length} de ${plural(screens.length, 'tela', 'telas')}`}
        {` · ${onlineCount} online · ${screens.length - onlineCount} offline`}
        {problemCount > 0 && ` · ${problemCount} com problema`}
      </Text>
      {found.length > 0 ? (
        <Grid as="ul" min="22rem" gap={4} className={styles.grid} aria-label="Telas">
          {shown.map((screen) => (
            <ScreenCard key={screen.id} screen={screen} now={now} onOpen={onOpen} />
          ))}
        </Grid>
      ) : (
        <EmptyState
          icon={<SearchX />}
          title="Nenhuma tela encontrada"
          action={<Button onClick={() => setFilters(noFilters)}>Limpar filtros</Button>}
        />
      )}
      <div ref={end} />
    </>
  );
}
