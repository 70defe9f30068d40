import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { Input } from '../../../ui/form/Input.tsx';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';

interface NameDialogProps {
  title: string;
  action: string;
  name?: string;
  maxLength: number;
  /** Saves the name; may throw. */
  onSave: (name: string) => Promise<unknown>;
  onClose: () => void;
}

/** Shows the form for the name of a soundtrack or track. */
export function NameDialog({ title, action, name = '', maxLength, onSave, onClose }: NameDialogProps) {
  const { field, dialog } = useDialogForm(
    { name },
    {
      errorTitle: 'Erro ao salvar o nome',
      check: (values) => ({ name: values.name.trim() === '' ? 'Digite um nome.' : undefined }),
      save: (values) => onSave(values.name.trim()),
      onClose,
    },
  );
  return (
    <FormDialog {...dialog} size="sm" title={title} action={action}>
      <Input label="Nome" {...field('name')} maxCharacters={maxLength} />
    </FormDialog>
  );
}
