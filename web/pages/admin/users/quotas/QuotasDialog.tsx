import { useEffect, useState } from 'react';
import { CallError, call } from '../../../../api/client.ts';
import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import { Spinner } from '../../../../ui/feedback/Spinner.tsx';
import {
  defaultQuotas,
  quotaErrors,
  type QuotaErrors,
  type QuotaForm,
  quotaFormOf,
  quotasInputOf,
} from './quota-form.ts';
import { QuotaFields } from './QuotaFields.tsx';
import styles from './QuotasDialog.module.css';
import type { UserDialogProps } from '../shared-props.ts';
import { formatDateWithZone } from '../../../../ui/text/format.ts';
import { Stack } from '../../../../ui/layout/primitives.tsx';

/** Changes an account's quotas, number of screens and features. */
export function QuotasDialog({ user, onClose }: UserDialogProps) {
  const { id } = user;
  const [form, setForm] = useState<QuotaForm>();
  const [hasLoadFailed, setLoadFailed] = useState(false);
  const [errors, setErrors] = useState<QuotaErrors>({});

  // Load the quotas each time the dialog opens, so that saving does not overwrite newer values with cached ones.
  useEffect(() => {
    const aborter = new AbortController();
    call('GET /api/admin/users/:id/quotas', { params: { id }, signal: aborter.signal }).then(
      (quotas) => setForm(quotaFormOf(quotas)),
      () => {
        if (aborter.signal.aborted) return;
        setLoadFailed(true);
        setForm(defaultQuotas);
      },
    );
    return () => aborter.abort();
  }, [id]);

  const [save, saving] = useAction(
    'Erro ao atualizar quotas',
    async (valid: QuotaForm) => {
      await mutate('PUT /api/admin/users/:id/quotas', { params: { id }, body: quotasInputOf(valid) });
      toast({ title: 'Quotas atualizadas', description: user.username });
      onClose();
    },
    (error) => {
      if (!(error instanceof CallError) || Object.keys(error.fields).length === 0) return false;
      setErrors(error.fields);
      return true;
    },
  );

  function submit(): void {
    if (!form) return;
    const problems = quotaErrors(form);
    setErrors(problems);
    if (Object.keys(problems).length === 0) void save(form);
  }

  function set(patch: Partial<QuotaForm>): void {
    if (form) setForm({ ...form, ...patch });
    setErrors({});
  }

  return (
    <FormDialog
      title="Gerenciar quotas"
      description={
        <>
          <strong>{user.username}</strong> ({user.email})
        </>
      }
      action="Salvar"
      disabled={!form}
      pending={saving}
      onSubmit={submit}
      onClose={onClose}
    >
      {form ? (
        <Stack gap={5}>
          {hasLoadFailed && (
            <Callout tone="warning" role="alert">
              Não foi possível ler as quotas desta conta. Estes são os valores padrão.
            </Callout>
          )}
          <SpaceRequestNote user={user} onClose={onClose} />
          <QuotaFields user={user} form={form} errors={errors} onChange={set} />
        </Stack>
      ) : (
        <p className={styles.loading}>
          <Spinner label="Carregando quotas" />
        </p>
      )}
    </FormDialog>
  );
}

/** Shows the account's request for more space, which can be dismissed here. */
function SpaceRequestNote({ user: { id, username, spaceRequestedAt, timeZone }, onClose }: UserDialogProps) {
  const [dismiss, dismissing] = useAction('Erro ao dispensar pedido', async () => {
    await mutate('DELETE /api/admin/users/:id/space-request', { params: { id } });
    toast({ title: 'Pedido dispensado', description: username });
    onClose();
  });
  if (spaceRequestedAt === null) return null;
  return (
    <Callout
      tone="info"
      title={`Pediu mais espaço em ${formatDateWithZone(spaceRequestedAt, timeZone)}`}
      actions={
        <Button size="sm" pending={dismissing} onClick={dismiss}>
          Dispensar pedido
        </Button>
      }
    >
      Aumentar o armazenamento ou os conteúdos responde ao pedido.
    </Callout>
  );
}
