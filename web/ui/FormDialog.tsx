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

/** A Dialog with fields below each other, Cancelar and the button that sends. Its values: `useForm` of state/use-form.ts. */
export function FormDialog({ action, pending, pendingLabel = 'Salvando...', disabled, children, ...dialog }: FormDialogProps) {
  return (
    <Dialog
      {...dialog}
      open
      footer={
        <>
          <Button onClick={dialog.onClose}>Cancelar</Button>
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
