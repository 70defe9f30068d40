import { type ReactNode, useRef } from 'react';
import { focusInvalidField } from '../../ui/form/focus-invalid-field.ts';
import styles from './Account.module.css';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Shows a form in a card. When `onSubmit`'s promise resolves, the first invalid field, if any, gets the focus. */
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
