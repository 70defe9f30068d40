import { useState } from 'react';
import { adminScreenTest } from '../../../../src/contract/changes/views.ts';
import { useList, useListRow } from '../../../state/resources/use-list.ts';
import { Picker, type PickerProps } from '../../../ui/form/picker/Picker.tsx';
import { screenItem } from './notice-form.ts';

/** Form field for one of the screens of all accounts. The server searches a list of which only the beginning was read. */
export function ScreenPicker({ value, onChange, error }: Pick<PickerProps, 'value' | 'onChange' | 'error'>) {
  const key = 'GET /api/admin/players';
  const [search, setSearch] = useState('');
  const list = useList(key, { search }, (rows) => rows.filter(adminScreenTest({ search })));
  const stored = useListRow(key, value ?? undefined);
  const chosen = stored.row ?? list.shown.find(({ id }) => id === value);
  const isLoading = !list.all || stored.loading || (list.shown.length === 0 && !list.isComplete);
  const items = chosen ? [chosen] : isLoading ? undefined : list.shown;
  return (
    <Picker
      label="Tela"
      placeholder="Buscar por nome da tela"
      empty="Nenhuma tela criada ainda."
      items={items?.map(screenItem)}
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
