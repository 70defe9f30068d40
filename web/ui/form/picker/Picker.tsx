import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../action/Button.tsx';
import { Field, type FieldProps } from '../Field.tsx';
import styles from './Picker.module.css';
import { PickerSearch } from './PickerSearch.tsx';
import { type PickerItem, PickerWords } from './PickerWords.tsx';
import { Row } from '../../layout/primitives.tsx';

export interface PickerProps extends Omit<FieldProps, 'counter' | 'aside'> {
  placeholder: string;
  /** undefined while they load. */
  items: readonly PickerItem[] | undefined;
  value: number | null;
  onChange: (id: number | null) => void;
  empty: string;
}

/** One of many, found by typing: a search box over a list of two-line items, then the chosen one in their place. */
export function Picker({ placeholder, items, value, onChange, empty, ...field }: PickerProps) {
  const box = useRef<HTMLDivElement>(null);
  const [hasMoved, setMoved] = useState(false);
  const chosen = items?.find((item) => item.id === value);

  // Choosing and changing one's mind swap the control that has the focus.
  useEffect(() => {
    if (hasMoved) box.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [value, hasMoved]);

  function choose(id: number | null): void {
    setMoved(true);
    onChange(id);
  }

  return (
    <Field {...field}>
      {(control) => (
        <div ref={box}>
          {chosen ? (
            <Row gap={3} align="center" className={styles.chosen}>
              <Check className={styles.tick} />
              <PickerWords item={chosen} />
              <Button
                id={control.id}
                aria-describedby={control['aria-describedby']}
                size="sm"
                aria-label={`Trocar ${field.label}: ${chosen.title}`}
                onClick={() => choose(null)}
              >
                Trocar
              </Button>
            </Row>
          ) : (
            <PickerSearch {...{ control, placeholder, items, empty }} label={field.label} onChoose={choose} />
          )}
        </div>
      )}
    </Field>
  );
}
