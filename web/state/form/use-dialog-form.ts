import { fieldOf } from './field-of.ts';
import { type FormOptions, useForm } from './use-form.ts';

/** Props of a dialog whose result is needed outside. */
export interface ResultDialogProps<Result> {
  onSaved: (result: Result) => void;
  onClose: () => void;
}

/**
 * A form in a FormDialog, which closes once it is saved.
 *
 *     const { field, dialog } = useDialogForm({ name: '' }, { errorTitle: 'Erro ao criar', check, save, onClose });
 *     <FormDialog {...dialog} title="Nova categoria" action="Criar"><Input label="Nome" {...field('name')} /></FormDialog>
 */
export function useDialogForm<Values extends object>(
  initial: Values | (() => Values),
  { onClose, save, ...options }: FormOptions<Values> & { onClose: () => void },
) {
  const form = useForm(initial, {
    ...options,
    async save(values) {
      await save(values);
      onClose();
    },
  });
  const field = <Name extends keyof Values>(name: Name) => fieldOf(form, name);
  return { ...form, field, dialog: { pending: form.saving, onSubmit: form.submit, onClose } };
}
