import { type ReactNode, useRef } from 'react';
import { focusInvalidField } from '../../ui/form/focus-invalid-field.ts';
import styles from './Account.module.css';
import { Stack } from '../../ui/layout/primitives.tsx';

/** A form in a card; once `onSubmit`'s promise is kept, the first field that is marked invalid takes the focus. */
export function AccountForm({ onSubmit, children }: { onSubmit: () => Promise<void>; children: ReactNode }) {
  const box = useRef<HTMLFormElement>(null);
  return (
    <Stack
      as="form"
      gap={4}
      ref={box}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void onSubmit().then(() => focusInvalidField(box.current));
      }}
    >
      {children}
    </Stack>
  );
}
