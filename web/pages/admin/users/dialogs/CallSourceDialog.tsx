import { useState } from 'react';
import { mutate, useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Input } from '../../../../ui/form/Input.tsx';
import { FormDialog } from '../../../../ui/overlay/FormDialog.tsx';
import type { UserDialogProps } from '../shared-props.ts';

/** Sets the only address (host and port) in the server's network that an account may use for Novo SGA (contract/README 15.10). */
export function CallSourceDialog({ user, onClose }: UserDialogProps) {
  const params = { id: user.id };
  const { data } = useResource('GET /api/admin/users/:id/call-source', { params });
  const [typed, setTyped] = useState<string>();
  const address = typed ?? data?.allowedAddress ?? '';
  const [save, saving] = useAction('Erro ao liberar o endereço', async () => {
    await mutate('PUT /api/admin/users/:id/call-source', { params, body: { allowedAddress: address.trim() || null } });
    toast({ title: address.trim() ? 'Endereço liberado' : 'Nenhum endereço liberado', description: user.username });
    onClose();
  });
  return (
    <FormDialog
      size="sm"
      title="Novo SGA na rede interna"
      description={
        <>
          Só o endereço liberado aqui pode ficar na rede deste servidor. <strong>{user.username}</strong> informou:{' '}
          {data?.url || 'nenhum ainda'}.
        </>
      }
      action="Salvar"
      disabled={!data}
      pending={saving}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <Input
        label="Endereço e porta liberados"
        placeholder="192.168.0.10:80"
        hint="Vazio: nenhum."
        autoComplete="off"
        spellCheck={false}
        value={address}
        onChange={setTyped}
      />
    </FormDialog>
  );
}
