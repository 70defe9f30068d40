import { useState } from 'react';
import type { AdminCategory } from '../../../../src/contract/categories.ts';
import { limits } from '../../../../src/contract/limits.ts';
import { CallError } from '../../../api/client.ts';
import { mutate } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import styles from './CategoryDialog.module.css';
import { type CategoryForm, nameError } from './category-lists.ts';
import { categoryReads } from './category-reads.ts';

/** Creates a category, or changes the given one. */
export function CategoryDialog({ category, onSaved, onClose }: { category: AdminCategory | undefined; onSaved: (id: number) => void; onClose: () => void }) {
  const [form, setForm] = useState<CategoryForm>({ name: category?.name ?? '', description: category?.description ?? '' });
  const [error, setError] = useState<string>();

  const [save, saving] = useAction(
    category ? 'Erro ao atualizar categoria' : 'Erro ao criar categoria',
    async () => {
      const options = { invalidates: categoryReads };
      const saved = category
        ? await mutate('PATCH /api/admin/categories/:id', { params: { id: category.id }, body: form }, options)
        : await mutate('POST /api/admin/categories', { body: form }, options);
      toast({ title: category ? 'Categoria atualizada' : 'Categoria criada', description: saved.name });
      onSaved(saved.id);
      onClose();
    },
    (failure) => {
      const text = failure instanceof CallError ? failure.fields.name : undefined;
      setError(text);
      return text !== undefined;
    },
  );

  function submit(): void {
    const found = nameError(form);
    setError(found);
    if (!found) void save();
  }

  return (
    <Dialog
      open
      title={category ? 'Editar categoria' : 'Nova categoria'}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" pending={saving} pendingLabel="Salvando...">
            {category ? 'Salvar' : 'Criar categoria'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Input
          required
          label="Nome"
          placeholder="Saúde da mulher"
          autoComplete="off"
          maxLength={limits.categoryNameLength}
          value={form.name}
          error={error}
          onChange={(name) => {
            setForm({ ...form, name });
            setError(undefined);
          }}
        />
        <Textarea
          label="Descrição (opcional)"
          rows={3}
          maxLength={limits.categoryDescriptionLength}
          counterMax={limits.categoryDescriptionLength}
          value={form.description}
          onChange={(description) => setForm({ ...form, description })}
        />
      </div>
    </Dialog>
  );
}
