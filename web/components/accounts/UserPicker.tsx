import { useState } from 'react';
import type { ListedAccount } from '../../../src/contract/accounts/accounts.ts';
import { accountFilter, userTypeNames } from '../../../src/contract/changes/views.ts';
import { ListPicker } from '../shell/loading/ListPicker.tsx';
import { useList, useListRow } from '../../state/resources/use-list.ts';
import type { PickerProps } from '../../ui/form/picker/Picker.tsx';
import type { PickerItem } from '../../ui/form/picker/PickerItemText.tsx';

interface UserPickerProps extends Pick<
  PickerProps,
  'placeholder' | 'hint' | 'required' | 'error' | 'value' | 'onChange' | 'empty'
> {
  /** Leaves out the users who have access to this category. `users` lists them; undefined while they load. */
  without?: { categoryId: number; users: readonly { id: number }[] | undefined };
}

const toItem = ({ id, email, username, userType }: ListedAccount): PickerItem => ({
  id,
  title: email,
  detail: `${username} · ${userTypeNames[userType]}`,
});

/** Shows a field for one of the approved users (contract/README 9.1). */
export function UserPicker({ without, value, ...field }: UserPickerProps) {
  const key = 'GET /api/admin/users';
  const [search, setSearch] = useState('');
  const view = { only: 'approved', search } as const;
  const query = { ...view, withoutCategory: without?.categoryId };
  const list = useList(key, query, (rows) => rows.filter(accountFilter(view)));
  // The chosen user is shown even when it is no longer approved.
  const stored = useListRow(key, value ?? undefined);
  const offered = without
    ? without.users && list.shown.filter(({ id }) => !without.users?.some((user) => user.id === id))
    : list.shown;
  return (
    <ListPicker
      {...{ list, offered, stored, value, ...field }}
      label="Usuário"
      notFound="Usuário não encontrado"
      toItem={toItem}
      onSearch={setSearch}
    />
  );
}
