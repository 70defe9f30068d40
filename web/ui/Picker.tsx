import { Check, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import controls from './control.module.css';
import { Field, type FieldProps } from './Field.tsx';
import styles from './Picker.module.css';
import { matching } from './search-text.ts';
import { Skeleton } from './Skeleton.tsx';

export interface PickerItem {
  id: number;
  title: string;
  /** A second, quieter line. */
  detail?: string;
  /** A badge at the end. */
  aside?: ReactNode;
}

export interface PickerProps extends Omit<FieldProps, 'counter' | 'aside'> {
  /** In the search box: 'Buscar por e-mail'. */
  placeholder: string;
  /** undefined while they load. */
  items: readonly PickerItem[] | undefined;
  value: number | null;
  onChange: (id: number | null) => void;
  /** When there is nothing to choose from at all. */
  empty: string;
}

/** So many lines at once; the search finds the others. */
const shownAtOnce = 30;

/**
 * One of many, found by typing: a search box over a list of two-line items; the chosen one stands in their place.
 * `<Picker label="Usuário" placeholder="Buscar por e-mail" items={users} value={userId} onChange={setUserId} empty="Nenhum usuário aprovado." />`
 */
export function Picker({
  label,
  hint,
  error,
  required,
  hideLabel,
  placeholder,
  items,
  value,
  onChange,
  empty,
}: PickerProps) {
  const listId = useId();
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLDivElement>(null);
  const [search, setSearch] = useState('');
  const [active, setActive] = useState(0);
  const [hasMoved, setMoved] = useState(false);
  const found = matching(items ?? [], search, (item) => `${item.title} ${item.detail ?? ''}`);
  const shown = found.slice(0, shownAtOnce);
  const chosen = items?.find((item) => item.id === value);
  const activeItem = shown[active];

  // Choosing and changing one's mind swap the control that has the focus.
  useEffect(() => {
    if (hasMoved) field.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [value, hasMoved]);

  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);

  function choose(id: number | null): void {
    setMoved(true);
    setSearch('');
    setActive(0);
    onChange(id);
  }

  function key(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && shown.length > 0) {
      event.preventDefault();
      setActive((active + step + shown.length) % shown.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (activeItem) choose(activeItem.id);
    }
  }

  return (
    <Field {...{ label, hint, error, required, hideLabel }}>
      {(control) => (
        <div ref={field}>
          {chosen ? (
            <div className={styles.chosen}>
              <Check className={styles.tick} aria-hidden="true" />
              <Words item={chosen} />
              <Button
                id={control.id}
                aria-describedby={control['aria-describedby']}
                size="sm"
                aria-label={`Trocar ${label}: ${chosen.title}`}
                onClick={() => choose(null)}
              >
                Trocar
              </Button>
            </div>
          ) : (
            <div className={classNames(styles.frame, error !== undefined && styles.invalid)}>
              <div className={controls.wrap}>
                <Search aria-hidden="true" />
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
                    setActive(0);
                  }}
                  onKeyDown={key}
                  onFocus={() => list.current?.scrollIntoView({ block: 'nearest' })}
                />
              </div>
              {!items && <Skeleton height="3rem" radius="var(--radius)" />}
              <ul
                id={listId}
                ref={list}
                role="listbox"
                aria-label={label}
                className={styles.list}
                hidden={shown.length === 0}
              >
                {shown.map((item, index) => (
                  <li
                    key={item.id}
                    id={`${listId}-${item.id}`}
                    role="option"
                    aria-selected={index === active}
                    className={styles.option}
                    // The focus stays in the search box.
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => choose(item.id)}
                  >
                    <Words item={item} />
                  </li>
                ))}
              </ul>
              {items && (
                <p className={styles.note} role="status">
                  {items.length === 0
                    ? empty
                    : found.length === 0
                      ? 'Nada encontrado.'
                      : found.length > shown.length
                        ? `Mais ${found.length - shown.length}: continue digitando para encontrar.`
                        : ''}
                </p>
              )}
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

function Words({ item }: { item: PickerItem }) {
  return (
    <>
      <span className={styles.words}>
        <span className={styles.title}>{item.title}</span>
        {item.detail && <span className={styles.detail}>{item.detail}</span>}
      </span>
      {item.aside}
    </>
  );
}
