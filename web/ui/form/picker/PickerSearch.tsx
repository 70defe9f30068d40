import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '../../styles/class-names.ts';
import controls from '../control.module.css';
import type { FieldControl } from '../Field.tsx';
import styles from './Picker.module.css';
import { findItems, namedItemsFirst } from './picker-items.ts';
import { type PickerItem, PickerItemText } from './PickerItemText.tsx';
import { Skeleton } from '../../feedback/Skeleton.tsx';
import { Row, Stack, Text } from '../../layout/primitives.tsx';

export interface PickerSearchProps {
  control: FieldControl;
  label: string;
  placeholder: string;
  /** Undefined while loading. */
  items: readonly PickerItem[] | undefined;
  empty: string;
  onChoose: (id: number) => void;
  /** If given, `items` are those that match the search. */
  onSearch?: ((search: string) => void) | undefined;
  /** True while `items` may be those of a previous search: Enter then chooses none. */
  isSearching?: boolean | undefined;
  /** True if there are more matches than `items`. */
  isPart?: boolean | undefined;
  /** Shown instead of the note below the items when they could not be loaded. */
  failure?: ReactNode;
}

/** Maximum number of items shown at once; the search finds the others. */
const maxShown = 30;

/** Shows a Picker's search box and the matching items. Arrow keys move in the list, Enter chooses. */
export function PickerSearch({
  control,
  label,
  placeholder,
  items,
  empty,
  isSearching,
  isPart,
  failure,
  onChoose,
  onSearch,
}: PickerSearchProps) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const found = (onSearch ? namedItemsFirst : findItems)(items ?? [], search);
  const shown = found.slice(0, maxShown);
  const activeItem = shown[active];

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function handleKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length > 0) {
      event.preventDefault();
      setActive((active + step + shown.length) % shown.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (activeItem && !isSearching) onChoose(activeItem.id);
    }
  }

  return (
    <Stack gap={2}>
      <div className={controls.wrap}>
        <Search />
        <input
          {...control}
          type="text"
          role="combobox"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          className={classNames(controls.control, controls.withIcon)}
          aria-expanded={shown.length > 0}
          aria-controls={listId}
          aria-activedescendant={activeItem && `${listId}-${activeItem.id}`}
          placeholder={placeholder}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
            onSearch?.(event.target.value);
            setActive(0);
          }}
          onKeyDown={handleKey}
          onFocus={() => list.current?.scrollIntoView({ block: 'nearest' })}
        />
      </div>
      {!items && !failure && <Skeleton height="3rem" radius="var(--radius)" />}
      <ul id={listId} ref={list} role="listbox" aria-label={label} className={styles.list} hidden={shown.length === 0}>
        {shown.map((item, index) => (
          <Row
            as="li"
            gap={3}
            align="center"
            key={item.id}
            id={`${listId}-${item.id}`}
            role="option"
            aria-selected={index === active}
            className={styles.option}
            // Keeps the focus in the search box.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => onChoose(item.id)}
          >
            <PickerItemText item={item} />
          </Row>
        ))}
      </ul>
      {failure}
      {items && !failure && (
        <Text as="p" muted size="xs" className={styles.note} role="status">
          {isSearching
            ? 'Buscando...'
            : items.length === 0 && search === ''
              ? empty
              : found.length === 0
                ? 'Nada encontrado.'
                : found.length > shown.length
                  ? `Mais ${isPart ? 'de ' : ''}${found.length - shown.length}: continue digitando para encontrar.`
                  : ''}
        </Text>
      )}
    </Stack>
  );
}
