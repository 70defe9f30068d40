import { useState } from 'react';
import { adminScreenFilter } from '../../../../src/contract/changes/views.ts';
import { ListPicker } from '../../../components/shell/loading/ListPicker.tsx';
import { useList, useListRow } from '../../../state/resources/use-list.ts';
import type { PickerProps } from '../../../ui/form/picker/Picker.tsx';
import { screenItem } from './notice-form.ts';

/** Shows the form field that selects one of the screens of all accounts. */
export function ScreenPicker({ value, ...field }: Pick<PickerProps, 'value' | 'onChange' | 'error'>) {
  const key = 'GET /api/admin/players';
  const [search, setSearch] = useState('');
  const list = useList(key, { search }, (rows) => rows.filter(adminScreenFilter({ search })));
  const stored = useListRow(key, value ?? undefined);
  return (
    <ListPicker
      {...{ list, offered: list.shown, stored, value, ...field }}
      label="Tela"
      placeholder="Buscar por nome da tela"
      empty="Nenhuma tela criada ainda."
      notFound="Tela não encontrada"
      toItem={screenItem}
      onSearch={setSearch}
    />
  );
}
