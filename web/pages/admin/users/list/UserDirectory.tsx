import { useSignals } from '@preact/signals-react/runtime';
import { FunnelX, UserCheck, UserSearch } from 'lucide-react';
import { useMemo, useState } from 'react';
import { navigate, currentLocation } from '../../../../navigation/router.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { TabPanel, Tabs } from '../../../../ui/layout/Tabs.tsx';
import type { OpenDialog, UserListProps } from '../shared-props.ts';
import styles from './UserDirectory.module.css';
import { SpaceRequests } from '../quotas/SpaceRequests.tsx';
import { DeleteUserDialog } from '../dialogs/DeleteUserDialog.tsx';
import { ProfileDialog } from '../dialogs/ProfileDialog.tsx';
import { CallSourceDialog } from '../dialogs/CallSourceDialog.tsx';
import { TeamDialog } from '../dialogs/TeamDialog.tsx';
import { TimeZoneDialog } from '../dialogs/TimeZoneDialog.tsx';
import { PasswordDialog } from '../passwords/PasswordDialog.tsx';
import { QuotasDialog } from '../quotas/QuotasDialog.tsx';
import { UserFilters, type View } from './UserFilters.tsx';
import { useInfiniteScroll } from '../../../../ui/data/use-infinite-scroll.ts';
import { countElementId } from './use-user-actions.ts';
import { UserCards } from './UserCards.tsx';
import { UserTable } from './UserTable.tsx';
import { parseListQuery, listQuery, type Filters, hasFilters, noFilters, type Tab, visibleUsers } from './user-list.ts';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

/** Minimum width for the table of seven columns; narrower windows begin with cards. */
const tableMediaQuery = '(min-width: 72rem)';
const accountsPerBatch = 60;

const dialogs = {
  password: PasswordDialog,
  quotas: QuotasDialog,
  timeZone: TimeZoneDialog,
  callSource: CallSourceDialog,
  profile: ProfileDialog,
  team: TeamDialog,
  delete: DeleteUserDialog,
};

/** Shows the accounts in two tabs, filtered, as a table or cards, and the open dialog about one of them. */
export function UserDirectory({ users, actor, onRefresh }: Omit<UserListProps, 'onOpen'> & { onRefresh: () => void }) {
  useSignals();
  const pendingCount = users.filter((user) => user.status === 'pending').length;
  const [initialTab] = useState<Tab>(pendingCount > 0 ? 'pending' : 'accounts');
  const { path, search } = currentLocation.value;
  const { tab = initialTab, sort = noFilters.sort } = parseListQuery(search);
  const [otherFilters, setOtherFilters] = useState(noFilters);
  const filters = useMemo(() => ({ ...otherFilters, sort }), [otherFilters, sort]);
  const [view, setView] = useState<View>(() => (window.matchMedia(tableMediaQuery).matches ? 'table' : 'cards'));
  const [dialog, setDialog] = useState<Parameters<OpenDialog>[0]>();
  const Dialog = dialog && dialogs[dialog.kind];
  const matchingUsers = useMemo(() => visibleUsers(users, tab, filters), [users, tab, filters]);

  /** Opens a tab; the Back button returns to the previous one. */
  const setTab = (next: Tab) => navigate(path + listQuery(next, sort), { keepScroll: true });
  function setFilters(next: Filters): void {
    setOtherFilters(next);
    if (next.sort !== sort) navigate(path + listQuery(tab, next.sort), { replace: true, keepScroll: true });
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
          <Text as="p" muted size="sm" tabular id={countElementId} tabIndex={-1} role="status" className={styles.count}>
            {matchingUsers.length} usuário(s) encontrado(s)
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
        {matchingUsers.length > 0 ? (
          <UserList
            key={`${tab} ${view}`}
            Layout={view === 'table' ? UserTable : UserCards}
            users={matchingUsers}
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

/** Shows the accounts as a table or cards. Adds more accounts when the user scrolls near the end. */
function UserList({ Layout, users, ...rest }: UserListProps & { Layout: typeof UserTable }) {
  const { shown, end } = useInfiniteScroll(users, accountsPerBatch);
  return (
    <>
      <Layout users={shown} {...rest} />
      <div ref={end} />
    </>
  );
}
