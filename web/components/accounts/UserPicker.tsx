import { useState } from 'react';
import type { AdminUser } from '../../../src/contract/accounts/accounts.ts';
import { accountTest, userTypeNames } from '../../../src/contract/changes/views.ts';
import { useList, useListRow } from '../../state/resources/use-list.ts';
import { Picker, type PickerProps } from '../../ui/form/picker/Picker.tsx';
import type { PickerItem } from '../../ui/form/picker/PickerItemText.tsx';

interface UserPickerProps extends Omit<PickerProps, 'label' | 'items' | 'isPart' | 'onSearch'> {
  /** Leaves out the users with access to this category; `users`: these users, undefined while they load. */
  without?: { categoryId: number; users: readonly { id: number }[] | undefined };
}

const toItem = ({ id, email, username, userType }: AdminUser): PickerItem => ({
  id,
  title: email,
  detail: `${username} · ${userTypeNames[userType]}`,
});

/** Form field for one of the approved users (contract/README 9.1). The server searches a list of which only the beginning was read. */
export function UserPicker({ without, value, onChange, error, ...field }: UserPickerProps) {
  const key = 'GET /api/admin/users';
  const [search, setSearch] = useState('');
  const view = { only: 'approved', search } as const;
  const query = { ...view, withoutCategory: without?.categoryId };
  const list = useList(key, query, (rows) => rows.filter(accountTest(view)));
  // One that was chosen is shown even if it is not approved any more.
  const stored = useListRow(key, value ?? undefined);
  const chosen = stored.row ?? list.shown.find(({ id }) => id === value);
  const isLoading = !list.all || stored.loading || (list.shown.length === 0 && !list.isComplete);
  const offered = list.shown.filter(({ id }) => !without?.users?.some((user) => user.id === id));
  const items = chosen ? [chosen] : isLoading || (without && !without.users) ? undefined : offered;
  return (
    <Picker
      {...field}
      label="Usuário"
      items={items?.map(toItem)}
      isPart={!list.isComplete}
      onSearch={setSearch}
      value={value}
      onChange={(id) => {
        if (id === null) setSearch('');
        onChange(id);
      }}
      error={error ?? (items ? undefined : (list.error ?? stored.error)?.message)}
    />
  );
}
