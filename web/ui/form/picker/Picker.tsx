import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '../../action/Button.tsx';
import { Field, type FieldProps } from '../Field.tsx';
import styles from './Picker.module.css';
import { PickerSearch, type PickerSearchProps } from './PickerSearch.tsx';
import { type PickerItem, PickerItemText } from './PickerItemText.tsx';
import { Row } from '../../layout/primitives.tsx';

export interface PickerProps
  extends
    Omit<FieldProps, 'counter' | 'aside'>,
    Pick<PickerSearchProps, 'onSearch' | 'isSearching' | 'isPart' | 'failure'> {
  placeholder: string;
  /** Undefined while loading. */
  items: readonly PickerItem[] | undefined;
  value: number | null;
  onChange: (id: number | null) => void;
  /** Shown when there are no items. */
  empty: string;
  /** Shown as the choice when `items` lack it. Default: nothing, as if nothing were chosen. */
  unknownChoice?: ReactNode;
}

/** Shows a field for one of many items: shows a search box above a list, and after the choice the chosen item instead. */
export function Picker({ value, onChange, unknownChoice, ...props }: PickerProps) {
  const { placeholder, items, empty, onSearch, isSearching, isPart, failure, ...field } = props;
  const box = useRef<HTMLDivElement>(null);
  const [hasChanged, setChanged] = useState(false);
  const chosen = items?.find((item) => item.id === value);

  // A choice, and the button that undoes it, replace the control that has the focus.
  useEffect(() => {
    if (hasChanged) box.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [value, hasChanged]);

  function choose(id: number | null): void {
    setChanged(true);
    onChange(id);
  }

  return (
    <Field {...field}>
      {(control) => (
        <div ref={box}>
          {chosen || (value !== null && unknownChoice) ? (
            <Row gap={3} align="center" className={styles.chosen}>
              {chosen ? (
                <>
                  <Check className={styles.tick} />
                  <PickerItemText item={chosen} />
                </>
              ) : (
                unknownChoice
              )}
              <Button
                id={control.id}
                aria-describedby={control['aria-describedby']}
                size="sm"
                aria-label={`Trocar ${field.label}${chosen ? `: ${chosen.title}` : ''}`}
                onClick={() => choose(null)}
              >
                Trocar
              </Button>
            </Row>
          ) : (
            <PickerSearch
              {...{ control, placeholder, items, empty, onSearch, isSearching, isPart, failure }}
              label={field.label}
              onChoose={choose}
            />
          )}
        </div>
      )}
    </Field>
  );
}
