import { type FormEvent, useState } from 'react';
import { CodeField } from '../../components/second-factor/CodeField.tsx';
import { useAction } from '../../state/form/use-action.ts';
import { Button } from '../../ui/action/Button.tsx';
import styles from './Form.module.css';
import { Stack } from '../../ui/layout/primitives.tsx';

export interface SecondStepFormProps {
  hint?: string;
  /** Label of the submit button. `pendingLabel` is its label while sending. */
  action: string;
  pendingLabel: string;
  disabled?: boolean;
  onSend: (code: string) => Promise<void>;
  /** Returns the error text of a wrong code, or undefined if the failure has another reason, such as an expired sign-in. */
  refusalOf: (failure: unknown) => string | undefined;
}

/** Shows the form for a code of the second factor. */
export function SecondStepForm({ hint, action, pendingLabel, disabled, onSend, refusalOf }: SecondStepFormProps) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const [send, sending] = useAction(
    'Falha no login',
    () => onSend(code),
    (failure) => {
      const refusal = refusalOf(failure);
      if (refusal !== undefined) setError(refusal);
      return refusal !== undefined;
    },
  );

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (code.trim()) void send();
    else setError('Digite o código.');
  }

  return (
    <Stack as="form" gap={4} className={styles.form} noValidate onSubmit={submit}>
      <CodeField
        value={code}
        error={error}
        hint={hint}
        onChange={(next) => {
          setCode(next);
          setError(undefined);
        }}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        disabled={disabled}
        pending={sending}
        pendingLabel={pendingLabel}
      >
        {action}
      </Button>
    </Stack>
  );
}
