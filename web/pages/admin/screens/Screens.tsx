import { useSignals } from '@preact/signals-react/runtime';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { ManagerPage } from '../../../components/shell/layout/ManagerPage.tsx';
import { paths } from '../../../navigation/paths.ts';
import { useResource } from '../../../state/resources/resource.ts';
import { isManager } from '../../../state/session.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { RefreshButton } from '../../../ui/action/RefreshButton.tsx';
import { ScreenDialog, type OpenDialog } from './ScreenDialog.tsx';
import { ScreenDirectory } from './ScreenDirectory.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { VisuallyHidden } from '../../../ui/layout/VisuallyHidden.tsx';
import styles from './ScreenDirectory.module.css';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';

/** Shows the page 'Gerenciar Telas' (contract/README 2.7) to administrators and gestores. */
export function Screens() {
  useSignals();
  const screens = useResource(
    'GET /api/admin/players',
    {},
    { enabled: isManager.value, refetchMs: limits.adminPlayersPollMs },
  );
  const [dialog, setDialog] = useState<Parameters<OpenDialog>[0]>();

  const create = () => setDialog({ kind: 'create' });
  return (
    <ManagerPage
      title="Gerenciar Telas"
      subtitle="Crie telas para os usuários e acompanhe todas em tempo real"
      back={{ href: paths.home, label: 'Início' }}
      actions={
        <>
          <RefreshButton onRefresh={screens.refetch} />
          <Button variant="primary" icon={<Plus aria-hidden="true" />} onClick={create}>
            Criar telas
          </Button>
        </>
      }
    >
      <Loaded resource={screens} warnsWhenStale skeleton={<ScreensSkeleton />}>
        {(all) => <ScreenDirectory screens={all} onOpen={setDialog} />}
      </Loaded>
      {dialog && <ScreenDialog request={dialog} onOpen={setDialog} onClose={() => setDialog(undefined)} />}
    </ManagerPage>
  );
}

/** Placeholder shown until the first response. */
function ScreensSkeleton() {
  return (
    <div role="status">
      <VisuallyHidden>Carregando telas...</VisuallyHidden>
      <Stack fluid gap={3} className={styles.filters}>
        <Skeleton height="var(--control)" radius="var(--radius)" />
      </Stack>
      <Grid min="22rem" gap={4} className={styles.grid}>
        {[1, 2, 3, 4, 5, 6].map((key) => (
          <Skeleton key={key} height="17rem" radius="var(--radius-lg)" />
        ))}
      </Grid>
    </div>
  );
}
