import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { adminScreenFilter, bestMatchesFirst } from '../../../../src/contract/changes/views.ts';
import { limits } from '../../../../src/contract/limits.ts';
import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { ManagerPage } from '../../../components/shell/layout/ManagerPage.tsx';
import { paths } from '../../../navigation/paths.ts';
import { currentLocation } from '../../../navigation/router.ts';
import { screenFilterFrom } from '../../../navigation/screen-filter.ts';
import { useList } from '../../../state/resources/use-list.ts';
import { isManager } from '../../../state/session.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { RefreshButton } from '../../../ui/action/RefreshButton.tsx';
import { type DialogRequest, ScreenDialog } from './ScreenDialog.tsx';
import { ScreenDirectory } from './ScreenDirectory.tsx';
import { ScreensSkeleton } from './ScreensSkeleton.tsx';
import { noFilters, screensQuery } from './screen-list.ts';

/** Shows the page 'Gerenciar Telas' (contract/README 2.7) to administrators and gestores. */
export function Screens() {
  useSignals();
  const [filters, setFilters] = useState(() => ({
    ...noFilters,
    filter: screenFilterFrom(currentLocation.peek().search),
  }));
  const query = screensQuery(filters);
  const options = { enabled: isManager.value, refetchMs: limits.adminPlayersPollMs };
  const arrange = (rows: AdminPlayer[]) => rows.filter(adminScreenFilter(query)).sort(bestMatchesFirst(query.search));
  const screens = useList('GET /api/admin/players', query, arrange, options);
  const [dialog, setDialog] = useState<DialogRequest>();

  const create = () => setDialog({ kind: 'create' });
  return (
    <ManagerPage
      title="Gerenciar Telas"
      subtitle="Crie telas para os usuários e acompanhe todas em tempo real"
      back={{ href: paths.landing, label: 'Início' }}
      actions={
        <>
          <RefreshButton onRefresh={screens.refetch} />
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={create}>
            Criar telas
          </Button>
        </>
      }
    >
      <Loaded
        resource={{ ...screens, data: screens.all }}
        warnsWhenStale={screens.isComplete}
        skeleton={<ScreensSkeleton hasFilters />}
      >
        {() => <ScreenDirectory screens={screens} filters={filters} onFilters={setFilters} onOpen={setDialog} />}
      </Loaded>
      {dialog && <ScreenDialog request={dialog} onOpen={setDialog} onClose={() => setDialog(undefined)} />}
    </ManagerPage>
  );
}
