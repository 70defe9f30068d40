import styles from './ColourField.module.css';
import { classNames } from '../../styles/class-names.ts';
import controls from '../control.module.css';
import { Field, type FieldProps } from '../Field.tsx';
import { Row } from '../../layout/primitives.tsx';

/** Shows a field for a colour, chosen in the browser's picker or typed as '#RRGGBB': `<ColourField label="Cor de fundo" value={colour} onChange={setColour} />` */
export function ColourField({
  value,
  onChange,
  ...field
}: Pick<FieldProps, 'label' | 'error'> & { value: string; onChange: (value: string) => void }) {
  const isColour = /^#[0-9a-f]{6}$/i.test(value);
  return (
    <Field {...field}>
      {(control) => (
        <Row gap={2}>
          <input
            type="color"
            aria-label={`${field.label}: escolher`}
            className={styles.well}
            value={isColour ? value : '#000000'}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
          />
          <input
            {...control}
            type="text"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={7}
            className={classNames(controls.control, styles.code)}
            value={value}
            onChange={(event) => onChange(withHash(event.target.value))}
          />
        </Row>
      )}
    </Field>
  );
}

/** Converts 'dc2626' to '#DC2626'. */
const withHash = (typed: string) => (typed === '' ? '' : `#${typed.replaceAll('#', '').trim().toUpperCase()}`);
