import { useState } from 'react';
import type { ListedAccount } from '../../../src/contract/accounts/accounts.ts';
import { accountFilter, userTypeNames } from '../../../src/contract/changes/views.ts';
import { useList } from '../../state/resources/use-list.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Checkbox } from '../../ui/form/Checkbox.tsx';
import { SearchedList } from '../../ui/form/SearchedList.tsx';
import { Text } from '../../ui/layout/primitives.tsx';
import { LoadError } from '../shell/loading/LoadError.tsx';
import { NextRowsError } from '../shell/loading/NextRowsError.tsx';
import styles from './Urgent.module.css';
import { type ScreenCounts, targetsText } from './urgent-texts.ts';

/** Shows managers a field for accounts: all screens of chosen accounts will show the notice. The server searches a long list. */
export function UrgentAccounts({
  counts,
  chosen,
  onChoose,
}: {
  /** For the id of each account that has screens: their number. */
  counts: ReadonlyMap<number, ScreenCounts>;
  chosen: ReadonlyMap<number, ListedAccount>;
  onChoose: (chosen: ReadonlyMap<number, ListedAccount>) => void;
}) {
  const [search, setSearch] = useState('');
  const view = { only: 'withScreens', search } as const;
  const list = useList('GET /api/admin/users', view, (rows) => rows.filter(accountFilter(view)));
  const accounts = [...new Map([...chosen, ...list.shown.map((account) => [account.id, account] as const)]).values()];
  const items = accounts.flatMap((account) => {
    const screens = counts.get(account.id);
    return screens ? [{ account, screens }] : [];
  });
  if (counts.size === 0)
    return (
      <Text as="p" muted size="sm" role="status">
        Nenhum cliente tem TV pareada.
      </Text>
    );
  if (!list.all)
    return list.error ? <LoadError error={list.error} onRetry={list.refetch} /> : <Skeleton height="8rem" />;
  return (
    <Text as="fieldset" marginTop={2} className={styles.choices}>
      <Text as="legend" visuallyHidden>
        Clientes
      </Text>
      <SearchedList
        items={items}
        label="Buscar por nome ou e-mail"
        textOf={({ account: { username, email, userType } }) => `${username} ${email} ${userTypeNames[userType]}`}
        isChosen={({ account }) => chosen.has(account.id)}
        searchedFrom={0}
        onSearch={setSearch}
        isPart={!list.isComplete}
        isSearching={list.isSearching}
      >
        {(shown) =>
          shown.map(({ account, screens }) => (
            <Checkbox
              key={account.id}
              label={account.username}
              hint={`${account.email} · ${targetsText(screens)}`}
              checked={chosen.has(account.id)}
              onChange={(isChosen) => {
                const others = [...chosen].filter(([id]) => id !== account.id);
                onChoose(new Map(isChosen ? [...others, [account.id, account]] : others));
              }}
            />
          ))
        }
      </SearchedList>
      <NextRowsError list={list} isEmpty={items.length === 0} />
    </Text>
  );
}
