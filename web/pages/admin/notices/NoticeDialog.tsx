import { useState } from 'react';
import { limits } from '../../../../src/contract/limits.ts';
import type { AdminNotice } from '../../../../src/contract/notices.ts';
import { CallError } from '../../../api/client.ts';
import { mutate } from '../../../state/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/use-action.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Input } from '../../../ui/Input.tsx';
import { Textarea } from '../../../ui/Textarea.tsx';
import { NoticeColours } from './NoticeColours.tsx';
import styles from './NoticeDialog.module.css';
import { NoticePreview } from './NoticePreview.tsx';
import { NoticeTarget } from './NoticeTarget.tsx';
import { newNotice, type NoticeErrors, noticeErrors, type NoticeForm, noticeToSend } from './notice-form.ts';

const formId = 'aviso-formulario';

/** Creates a notice, or changes the given one, with the TV's picture of it beside. */
export function NoticeDialog({ notice, onClose }: { notice: AdminNotice | undefined; onClose: () => void }) {
  const [form, setForm] = useState<NoticeForm>(() => notice ?? newNotice);
  const [errors, setErrors] = useState<NoticeErrors>({});

  function set(changes: Partial<NoticeForm>): void {
    setForm((last) => ({ ...last, ...changes }));
    setErrors((last) => ({ ...last, ...Object.fromEntries(Object.keys(changes).map((name) => [name, undefined])) }));
  }

  const [save, saving] = useAction(
    notice ? 'Erro ao atualizar aviso administrativo' : 'Erro ao criar aviso administrativo',
    async () => {
      const options = { invalidates: ['GET /api/admin/notices'] } as const;
      const body = noticeToSend(form);
      if (notice) await mutate('PUT /api/admin/notices/:id', { params: { id: notice.id }, body }, options);
      else await mutate('POST /api/admin/notices', { body }, options);
      toast({ title: notice ? 'Aviso administrativo atualizado com sucesso!' : 'Aviso administrativo criado com sucesso!' });
      onClose();
    },
    (failure) => {
      if (!(failure instanceof CallError) || Object.keys(failure.fields).length === 0) return false;
      show(failure.fields);
      return true;
    },
  );

  function show(found: NoticeErrors): void {
    setErrors(found);
    // The first wrong field may be out of sight.
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`#${formId} [aria-invalid]`)?.focus());
  }

  function submit(): void {
    const found = noticeErrors(form);
    if (Object.keys(found).length > 0) show(found);
    else void save();
  }

  return (
    <Dialog
      open
      size="xl"
      title={notice ? 'Editar aviso' : 'Novo aviso'}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button type="submit" variant="primary" pending={saving} pendingLabel="Salvando...">
            {notice ? 'Salvar' : 'Criar aviso'}
          </Button>
        </>
      }
    >
      <div className={styles.columns} id={formId}>
        <div className={styles.preview}>
          <NoticePreview notice={form} />
          <p className={styles.note}>Todos os avisos usam duração fixa de 1 minuto e intervalo de 1 minuto.</p>
        </div>
        <div className={styles.fields}>
          <Input autoFocus required label="Título" autoComplete="off" counterMax={limits.notice.titleLength} value={form.title} error={errors.title} onChange={(title) => set({ title })} />
          <Textarea required label="Mensagem" rows={4} counterMax={limits.notice.messageLength} value={form.message} error={errors.message} onChange={(message) => set({ message })} />
          <NoticeTarget {...{ form, errors, set }} />
          <NoticeColours {...{ form, errors, set }} />
        </div>
      </div>
    </Dialog>
  );
}
