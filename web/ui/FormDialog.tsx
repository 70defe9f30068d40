import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import styles from './FormDialog.module.css';

export interface FormDialogProps extends Omit<DialogProps, 'open' | 'footer' | 'alert' | 'onSubmit'> {
  /** The button that sends: 'Salvar'. */
  action: string;
  pendingLabel?: string;
  pending: boolean;
  disabled?: boolean;
  onSubmit: NonNullable<DialogProps['onSubmit']>;
}

/**
 * A Dialog with fields below each other, Cancelar and the button that sends. While it sends it stays, until the answer or the
 * call's time limit: a late answer would close the dialog opened after it. Its values: `useForm` of state/use-form.ts.
 */
export function FormDialog({
  action,
  pending,
  pendingLabel = 'Salvando...',
  disabled,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const leave = () => {
    if (!pending) onClose();
  };
  return (
    <Dialog
      {...dialog}
      open
      onClose={leave}
      footer={
        <>
          <Button disabled={pending} onClick={leave}>
            Cancelar
          </Button>
          <Button type="submit" variant="primary" disabled={disabled} pending={pending} pendingLabel={pendingLabel}>
            {action}
          </Button>
        </>
      }
    >
      <div className={styles.fields}>{children}</div>
    </Dialog>
  );
}
