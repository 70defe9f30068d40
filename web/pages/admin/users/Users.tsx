import { useSignals } from '@preact/signals-react/runtime';
import { useEffect } from 'react';
import { AccessDenied } from '../../../components/shell/loading/AccessDenied.tsx';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { PageLayout } from '../../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../../navigation/paths.ts';
import { invalidate, useResource } from '../../../state/resources/resource.ts';
import { user } from '../../../state/session.ts';
import { Spinner } from '../../../ui/feedback/Spinner.tsx';
import { UserDirectory } from './list/UserDirectory.tsx';
import styles from './Users.module.css';

/** Shows the page 'Gerenciar Usuários' (contract/README 2.5) to administrators and gestores. */
export function Users() {
  useSignals();
  const actor = user.value;
  const isManager = actor?.role === 'admin';
  const users = useResource('GET /api/admin/users-with-counts', {}, { enabled: isManager });

  // Discard the list when the page is left, so that each visit loads it again: not every change of a row (a radio
  // station's new name, for example) is published to this page.
  useEffect(() => () => invalidate('GET /api/admin/users-with-counts'), []);

  if (!actor || !isManager) return <AccessDenied />;
  return (
    <PageLayout
      title="Gerenciar Usuários"
      subtitle="Aprove, bloqueie e gerencie contas de usuários"
      back={{ href: paths.landing, label: 'Início' }}
    >
      <Loaded
        resource={users}
        warnsWhenStale
        skeleton={
          <p role="status" className={styles.loading}>
            <Spinner size={28} />
            Carregando usuários...
          </p>
        }
      >
        {(all) => <UserDirectory users={all} actor={actor} onRefresh={users.refetch} />}
      </Loaded>
    </PageLayout>
  );
}
