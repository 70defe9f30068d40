import { type ReactNode, useId } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './Field.module.css';
import { Row, Stack, Text } from '../layout/primitives.tsx';

/** Attributes that a control inside a Field must have. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
  required: boolean | undefined;
}

export interface FieldProps {
  label: string;
  hint?: ReactNode;
  /** Shown in red instead of the hint, linked to the control and announced. */
  error?: string;
  /** Shows 'n/max' at the right; red above max. */
  counter?: { length: number; max: number };
  required?: boolean;
  /** Shows the label only to screen readers. */
  hideLabel?: boolean;
  /** Content beside the label, such as a small button. */
  aside?: ReactNode;
}

/** Props of a text control in a Field. */
export type ControlProps<Attributes, Value extends string = string> = Omit<FieldProps, 'counter'> &
  Omit<Attributes, 'className' | 'value' | 'onChange' | 'children'> & {
    value: Value | '';
    onChange: (value: Value) => void;
  };

/** Splits a control's props into the props of its Field (`field`) and attributes (`attributes`). */
export function splitFieldProps<Props extends Omit<FieldProps, 'counter'>>(props: Props) {
  const { label, hint, error, required, hideLabel, aside, ...attributes } = props;
  return { field: { label, hint, error, required, hideLabel, aside }, attributes };
}

/** Shows label, hint, error and counter around a control: `<Field label="Cor">{(control) => <input {...control} />}</Field>` */
export function Field({
  label,
  hint,
  error,
  counter,
  required,
  hideLabel,
  aside,
  children,
}: FieldProps & { children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = Boolean(error ?? hint);
  const isOver = counter !== undefined && counter.length > counter.max;
  return (
    <Stack canShrink className={styles.field}>
      {(!hideLabel || aside) && (
        <Row gap={2} align="center" between>
          <Text as="label" size="sm" weight="medium" visuallyHidden={hideLabel} htmlFor={id}>
            {label}
          </Text>
          {aside}
        </Row>
      )}
      {hideLabel && !aside && (
        <Text as="label" visuallyHidden htmlFor={id}>
          {label}
        </Text>
      )}
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error || isOver ? true : undefined,
        required,
      })}
      {(hasNote || counter) && (
        <Row gap={3} between size="xs" className={styles.bottom}>
          <Text
            muted={!error}
            tone={error ? 'danger' : undefined}
            id={noteId}
            className={error && styles.error}
            role={error ? 'alert' : undefined}
          >
            {error ?? hint}
          </Text>
          {counter && (
            <Text muted tabular noShrink className={classNames(styles.counter, isOver && styles.over)}>
              {counter.length}/{counter.max}
            </Text>
          )}
        </Row>
      )}
    </Stack>
  );
}
