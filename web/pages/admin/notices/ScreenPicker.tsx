import { useState } from 'react';
import { adminScreenTest } from '../../../../src/contract/changes/views.ts';
import { RestError } from '../../../components/shell/loading/RestError.tsx';
import { useList, useListRow } from '../../../state/resources/use-list.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Picker, type PickerProps } from '../../../ui/form/picker/Picker.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { screenItem } from './notice-form.ts';

/** Form field for one of the screens of all accounts. The server searches a list of which only the beginning was read. */
export function ScreenPicker({ value, onChange, error }: Pick<PickerProps, 'value' | 'onChange' | 'error'>) {
  const key = 'GET /api/admin/players';
  const [search, setSearch] = useState('');
  const list = useList(key, { search }, (rows) => rows.filter(adminScreenTest({ search })));
  const stored = useListRow(key, value ?? undefined);
  const chosen = stored.row ?? list.shown.find(({ id }) => id === value);
  const isEmpty = list.shown.length === 0;
  const items = chosen ? [chosen] : isEmpty && !list.isComplete ? undefined : list.shown;
  return (
    <Picker
      label="Tela"
      placeholder="Buscar por nome da tela"
      empty="Nenhuma tela criada ainda."
      items={items?.map(screenItem)}
      isSearching={list.isSearching}
      isPart={!list.isComplete}
      failure={list.error && !list.isComplete && <RestError list={list} isEmpty={isEmpty} />}
      unknownChoice={<UnknownScreen {...stored} />}
      onSearch={setSearch}
      value={value}
      onChange={(id) => {
        if (id === null) setSearch('');
        onChange(id);
      }}
      error={error}
    />
  );
}

/** Tells why the chosen screen is not shown: it is being read, could not be read, or was deleted. */
function UnknownScreen({
  error,
  loading,
  isComplete,
  refetch,
}: Pick<ReturnType<typeof useListRow>, 'error' | 'loading' | 'isComplete' | 'refetch'>) {
  if (!error && !isComplete) return <Skeleton height="2.75rem" />;
  return (
    <>
      <Text size="sm" role="status" grow breakable>
        {error?.message ?? 'Tela não encontrada'}
      </Text>
      {error && (
        <Button size="sm" pending={loading} onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      )}
    </>
  );
}
