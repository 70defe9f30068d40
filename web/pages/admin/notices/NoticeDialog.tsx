import { limits } from '../../../../src/contract/limits.ts';
import type { AdminNotice } from '../../../../src/contract/notices.ts';
import { loadedRows, mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useDialogForm } from '../../../state/form/use-dialog-form.ts';
import { FormDialog } from '../../../ui/overlay/FormDialog.tsx';
import { Input } from '../../../ui/form/Input.tsx';
import { Textarea } from '../../../ui/form/Textarea.tsx';
import { NoticeColours } from './NoticeColours.tsx';
import styles from './NoticeDialog.module.css';
import { NoticePreview } from './NoticePreview.tsx';
import { NoticeTarget } from './NoticeTarget.tsx';
import { newNotice, noticeErrors, type NoticeForm, noticeInput } from './notice-form.ts';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';

/** Creates a notice, or changes the given one, beside a preview of the TV. */
export function NoticeDialog({ notice, onClose }: { notice: AdminNotice | undefined; onClose: () => void }) {
  const form = useDialogForm<NoticeForm>(notice ?? newNotice, {
    onClose,
    errorTitle: notice ? 'Erro ao atualizar aviso administrativo' : 'Erro ao criar aviso administrativo',
    check: (values) =>
      noticeErrors(values, {
        users: loadedRows('GET /api/admin/users'),
        screens: loadedRows('GET /api/admin/players'),
      }),
    async save(values) {
      const body = noticeInput(values);
      if (notice) await mutate('PUT /api/admin/notices/:id', { params: { id: notice.id }, body });
      else await mutate('POST /api/admin/notices', { body });
      toast({
        title: notice ? 'Aviso administrativo atualizado com sucesso!' : 'Aviso administrativo criado com sucesso!',
      });
    },
  });
  const { field, dialog, values } = form;

  return (
    <FormDialog
      {...dialog}
      size="xl"
      title={notice ? 'Editar aviso' : 'Novo aviso'}
      action={notice ? 'Salvar' : 'Criar aviso'}
    >
      <Stack fluid gap={4} align="start" className={styles.columns}>
        <Stack gap={2} className={styles.preview}>
          <NoticePreview notice={values} />
          <Text as="p" muted size="xs">
            Todos os avisos usam duração fixa de 1 minuto e intervalo de 1 minuto.
          </Text>
        </Stack>
        <Stack fluid gap={4}>
          <Input
            autoFocus
            required
            label="Título"
            autoComplete="off"
            counterMax={limits.notice.titleLength}
            {...field('title')}
          />
          <Textarea required label="Mensagem" rows={4} counterMax={limits.notice.messageLength} {...field('message')} />
          <NoticeTarget {...form} />
          <NoticeColours {...form} />
        </Stack>
      </Stack>
    </FormDialog>
  );
}
