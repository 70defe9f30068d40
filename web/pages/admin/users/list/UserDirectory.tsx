import { useSignals } from '@preact/signals-react/runtime';
import { FunnelX, UserCheck, UserSearch } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { navigate, place } from '../../../../navigation/router.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { TabPanel, Tabs } from '../../../../ui/layout/Tabs.tsx';
import type { OpenDialog, UserListProps } from '../shared-props.ts';
import styles from './UserDirectory.module.css';
import { SpaceRequests } from '../quotas/SpaceRequests.tsx';
import { DeleteUserDialog } from '../dialogs/DeleteUserDialog.tsx';
import { ProfileDialog } from '../dialogs/ProfileDialog.tsx';
import { TimeZoneDialog } from '../dialogs/TimeZoneDialog.tsx';
import { PasswordDialog } from '../passwords/PasswordDialog.tsx';
import { QuotasDialog } from '../quotas/QuotasDialog.tsx';
import { UserFilters, type View } from './UserFilters.tsx';
import { useInfiniteScroll } from '../../../../ui/data/use-infinite-scroll.ts';
import { resultsId } from './use-status-actions.ts';
import { UserCards } from './UserCards.tsx';
import { UserTable } from './UserTable.tsx';
import { addressed, addressOf, type Filters, hasFilters, noFilters, type Tab, visibleUsers } from './user-list.ts';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** A table of seven columns needs this much. */
const tableFits = '(min-width: 72rem)';
const shownAtOnce = 60;

const dialogs = {
  password: PasswordDialog,
  quotas: QuotasDialog,
  timeZone: TimeZoneDialog,
  profile: ProfileDialog,
  delete: DeleteUserDialog,
};

/** The accounts in two tabs, filtered, as a table or cards, and the dialogs about one of them. */
export function UserDirectory({ users, actor, onRefresh }: Omit<UserListProps, 'onOpen'> & { onRefresh: () => void }) {
  useSignals();
  const pendingCount = users.filter((user) => user.status === 'pending').length;
  const [firstTab] = useState<Tab>(pendingCount > 0 ? 'pending' : 'accounts');
  const { path, search } = place.value;
  const { tab = firstTab, sort = noFilters.sort } = addressed(search);
  const [kept, keep] = useState(noFilters);
  const filters = useMemo(() => ({ ...kept, sort }), [kept, sort]);
  const [view, setView] = useState<View>(() => (window.matchMedia(tableFits).matches ? 'table' : 'cards'));
  const [dialog, setDialog] = useState<Parameters<OpenDialog>[0]>();
  const Dialog = dialog && dialogs[dialog.kind];
  // The field answers each key at once; the list follows.
  const applied = useDeferredValue(filters);
  const found = useMemo(() => visibleUsers(users, tab, applied), [users, tab, applied]);

  /** Back leads to the tab before. */
  const setTab = (next: Tab) => navigate(path + addressOf(next, sort), { keepScroll: true });
  function setFilters(next: Filters): void {
    keep(next);
    if (next.sort !== sort) navigate(path + addressOf(tab, next.sort), { replace: true, keepScroll: true });
  }

  return (
    <>
      <Tabs<Tab>
        label="Usuários"
        value={tab}
        onChange={setTab}
        items={[
          { id: 'pending', label: `Pendentes (${pendingCount})` },
          { id: 'accounts', label: `Cadastros (${users.length})` },
        ]}
      />
      <TabPanel id={tab}>
        <SpaceRequests users={users} onOpen={setDialog} />
        <UserFilters {...{ tab, filters, view, onRefresh }} onChange={setFilters} onView={setView} />
        <Row gap={4} rowGap={0} align="center" wrap between className={styles.results}>
          <Text as="p" muted size="sm" tabular id={resultsId} tabIndex={-1} role="status" className={styles.count}>
            {found.length} usuário(s) encontrado(s)
          </Text>
          <Button
            size="sm"
            variant="ghost"
            icon={<FunnelX aria-hidden="true" />}
            disabled={!hasFilters(filters)}
            onClick={() => setFilters(noFilters)}
          >
            Limpar filtros
          </Button>
        </Row>
        {found.length > 0 ? (
          <UserList
            key={`${tab} ${view}`}
            Shape={view === 'table' ? UserTable : UserCards}
            users={found}
            actor={actor}
            onOpen={setDialog}
          />
        ) : tab === 'pending' && pendingCount === 0 ? (
          <EmptyState icon={<UserCheck />} title="Nenhum usuário pendente de aprovação" />
        ) : (
          <EmptyState icon={<UserSearch />} title="Nenhum usuário encontrado" />
        )}
      </TabPanel>
      {dialog && Dialog && <Dialog user={dialog.user} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** Accounts in a table or cards; more of them come as the end comes near. */
function UserList({ Shape, users, ...rest }: UserListProps & { Shape: typeof UserTable }) {
  const { shown, end } = useInfiniteScroll(users, shownAtOnce);
  return (
    <>
      <Shape users={shown} {...rest} />
      <div ref={end} />
    </>
  );
}
