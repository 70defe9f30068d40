import type { ShownList, useListRow } from '../../../state/resources/use-list.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Picker, type PickerProps } from '../../../ui/form/picker/Picker.tsx';
import type { PickerItem } from '../../../ui/form/picker/PickerItemText.tsx';
import { Text } from '../../../ui/layout/primitives.tsx';
import { NextRowsError } from './NextRowsError.tsx';

type StoredRow = ReturnType<typeof useListRow>;

interface ListPickerProps<Row> extends Omit<
  PickerProps,
  'items' | 'isPart' | 'isSearching' | 'failure' | 'unknownChoice' | 'onSearch'
> {
  /** The rows that match the search. */
  list: ShownList<Row>;
  /** Rows of `list` that may be chosen; undefined while that is unknown. */
  offered: readonly Row[] | undefined;
  /** The chosen row, as `useListRow` reads it. */
  stored: Omit<StoredRow, 'row'> & { row: Row | undefined };
  toItem: (row: Row) => PickerItem;
  /** Shown instead of a chosen row that does not exist any more. */
  notFound: string;
  onSearch: (search: string) => void;
}

/** Shows a field for one row of a long list. If only the list's beginning was read, the server searches it, else the browser. */
export function ListPicker<Row extends { id: number }>(props: ListPickerProps<Row>) {
  const { list, offered, stored, toItem, notFound, onSearch, onChange, ...field } = props;
  const chosen = stored.row ?? list.shown.find(({ id }) => id === field.value);
  const isEmpty = list.shown.length === 0;
  const items = chosen ? [chosen] : isEmpty && !list.isComplete ? undefined : offered;
  return (
    <Picker
      {...field}
      items={items?.map(toItem)}
      isSearching={list.isSearching}
      isPart={!list.isComplete}
      failure={list.error && !list.isComplete && <NextRowsError list={list} isEmpty={isEmpty} />}
      unknownChoice={<UnknownChoice {...{ stored, notFound }} />}
      onSearch={onSearch}
      onChange={(id) => {
        if (id === null) onSearch('');
        onChange(id);
      }}
    />
  );
}

/** Tells why the chosen row is not shown: it is being read, could not be read, or was deleted. */
function UnknownChoice({ stored, notFound }: { stored: Omit<StoredRow, 'row'>; notFound: string }) {
  const { error, loading, isComplete, refetch } = stored;
  if (!error && !isComplete) return <Skeleton height="2.75rem" />;
  return (
    <>
      <Text size="sm" role="status" grow breakable>
        {error?.message ?? notFound}
      </Text>
      {error && (
        <Button size="sm" pending={loading} onClick={() => void refetch()}>
          Tentar novamente
        </Button>
      )}
    </>
  );
}
