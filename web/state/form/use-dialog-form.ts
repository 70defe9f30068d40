import { fieldOf } from './field-of.ts';
import { type FormOptions, useForm } from './use-form.ts';

/** Props of a dialog that returns its result to the opener. */
export interface ResultDialogProps<Result> {
  onSaved: (result: Result) => void;
  onClose: () => void;
}

/**
 * Returns the state of a form in a FormDialog. The dialog closes when the form is saved.
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
