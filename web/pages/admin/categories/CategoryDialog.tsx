import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { type ResultDialogProps, useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { categoryErrors, type CategoryForm } from './category-lists.ts';

/** Creates a category, or changes the given one. */
export function CategoryDialog({
  category,
  onSaved,
  onClose,
}: ResultDialogProps<number> & { category: AdminCategory | undefined }) {
  const initial: CategoryForm = { name: category?.name ?? '', description: category?.description ?? '' };
  const errorTitle = category ? 'Erro ao atualizar categoria' : 'Erro ao criar categoria';
  const { field, dialog } = useDialogForm(initial, {
    errorTitle,
    onClose,
    check: categoryErrors,
    async save(body) {
      const saved = category
        ? await mutate('PATCH /api/admin/categories/:id', { params: { id: category.id }, body })
        : await mutate('POST /api/admin/categories', { body });
      toast({ title: category ? 'Categoria atualizada' : 'Categoria criada', description: saved.name });
      onSaved(saved.id);
    },
    mapServerErrors(fields) {
      // Every failure also shows a toast (contract/README 13).
      if (fields.name) toast({ title: errorTitle, description: fields.name, variant: 'destructive' });
      return fields;
    },
  });

  return (
    <FormDialog
      {...dialog}
      title={category ? 'Editar categoria' : 'Nova categoria'}
      action={category ? 'Salvar' : 'Criar categoria'}
    >
      <Input
        required
        label="Nome"
        placeholder="Saúde da mulher"
        autoComplete="off"
        maxCharacters={limits.categoryNameLength}
        {...field('name')}
      />
      <Textarea
        label="Descrição (opcional)"
        rows={3}
        maxCharacters={limits.categoryDescriptionLength}
        {...field('description')}
      />
    </FormDialog>
  );
}
