import type { ReactNode } from 'react';
import { Button } from '../action/Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  title: string;
  text?: ReactNode;
  /** Label of the button that does it. */
  action: string;
  tone?: 'danger' | 'default';
  onAnswer: (yes: boolean) => void;
}

/** The question itself. Pages use `confirm(...)` of state/confirm.ts, which shows this. Cancelar has the focus first. */
export function ConfirmDialog({ title, text, action, tone = 'danger', onAnswer }: ConfirmDialogProps) {
  return (
    <Dialog
      open
      alert
      size="sm"
      title={title}
      description={text}
      onClose={() => onAnswer(false)}
      footer={
        <>
          <Button autoFocus onClick={() => onAnswer(false)}>
            Cancelar
          </Button>
          <Button variant={tone === 'danger' ? 'danger' : 'primary'} onClick={() => onAnswer(true)}>
            {action}
          </Button>
        </>
      }
    />
  );
}
