import type { ReactNode } from 'react';
import { Button } from '../action/Button.tsx';

export interface FormButtonsProps {
  action: string;
  /** `danger`: the action cannot be undone. */
  tone?: 'primary' | 'danger';
  icon?: ReactNode;
  disabled?: boolean;
  pending: boolean;
  pendingLabel?: string;
  onCancel: () => void;
  /** Disables Cancelar while pending. */
  lockWhilePending?: boolean;
}

/** Shows the footer of a Dialog with `onSubmit`: Cancelar and the submit button. */
export function FormButtons({
  action,
  tone = 'primary',
  pending,
  onCancel,
  lockWhilePending = false,
  ...button
}: FormButtonsProps) {
  return (
    <>
      <Button disabled={lockWhilePending && pending} onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" variant={tone} pending={pending} {...button}>
        {action}
      </Button>
    </>
  );
}
