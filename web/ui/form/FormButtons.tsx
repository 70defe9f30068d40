import type { ReactNode } from 'react';
import { Button } from '../action/Button.tsx';

export interface FormButtonsProps {
  action: string;
  /** `danger`: it cannot be undone. */
  tone?: 'primary' | 'danger';
  icon?: ReactNode;
  disabled?: boolean;
  pending: boolean;
  pendingLabel?: string;
  onCancel: () => void;
  /** Nobody leaves while it sends. */
  holds?: boolean;
}

/** The footer of a Dialog with `onSubmit`: Cancelar, and the button that sends. */
export function FormButtons({
  action,
  tone = 'primary',
  pending,
  onCancel,
  holds = false,
  ...button
}: FormButtonsProps) {
  return (
    <>
      <Button disabled={holds && pending} onClick={onCancel}>
        Cancelar
      </Button>
      <Button type="submit" variant={tone} pending={pending} {...button}>
        {action}
      </Button>
    </>
  );
}
