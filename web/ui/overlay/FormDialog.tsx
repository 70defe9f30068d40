import { Dialog, type DialogProps } from './Dialog.tsx';
import { FormButtons, type FormButtonsProps } from '../form/FormButtons.tsx';
import { Stack } from '../layout/primitives.tsx';

interface FormDialogProps
  extends Omit<DialogProps, 'open' | 'footer'>, Omit<FormButtonsProps, 'icon' | 'lockWhilePending' | 'onCancel'> {
  onSubmit: NonNullable<DialogProps['onSubmit']>;
}

/**
 * Shows a Dialog with fields below each other, Cancelar and the submit button (see `useDialogForm`). It cannot be closed while
 * `pending`: a late response would close the dialog that was opened next.
 */
export function FormDialog({
  action,
  tone,
  pending,
  pendingLabel = 'Salvando...',
  disabled,
  onClose,
  children,
  ...dialog
}: FormDialogProps) {
  const close = () => {
    if (!pending) onClose();
  };
  return (
    <Dialog
      {...dialog}
      open
      onClose={close}
      footer={<FormButtons lockWhilePending onCancel={close} {...{ action, tone, disabled, pending, pendingLabel }} />}
    >
      <Stack fluid gap={4}>
        {children}
      </Stack>
    </Dialog>
  );
}
