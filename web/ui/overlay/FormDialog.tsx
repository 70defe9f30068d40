import { Dialog, type DialogProps } from './Dialog.tsx';
import { FormButtons, type FormButtonsProps } from '../form/FormButtons.tsx';
import { Stack } from '../layout/primitives.tsx';

interface FormDialogProps
  extends Omit<DialogProps, 'open' | 'footer'>, Omit<FormButtonsProps, 'icon' | 'holds' | 'onCancel'> {
  onSubmit: NonNullable<DialogProps['onSubmit']>;
}

/**
 * A Dialog with fields below each other, Cancelar and the button that sends (values: `useForm`). It stays while it sends: a late
 * response would close the dialog opened after it.
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
  const leave = () => {
    if (!pending) onClose();
  };
  return (
    <Dialog
      {...dialog}
      open
      onClose={leave}
      footer={<FormButtons holds onCancel={leave} {...{ action, tone, disabled, pending, pendingLabel }} />}
    >
      <Stack fluid gap={4}>
        {children}
      </Stack>
    </Dialog>
  );
}
