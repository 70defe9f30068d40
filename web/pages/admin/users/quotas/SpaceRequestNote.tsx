import { mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { formatDateOf } from '../../../../ui/text/format.ts';
import type { UserDialogProps } from '../shared-props.ts';
import { userReads } from '../user-reads.ts';

/** Shows that the account asked for more space, beside the quotas; or it is put aside. */
export function SpaceRequestNote({ user: { id, username, spaceRequestedAt, timeZone }, onClose }: UserDialogProps) {
  const [dismiss, dismissing] = useAction('Erro ao dispensar pedido', async () => {
    await mutate('DELETE /api/admin/users/:id/space-request', { params: { id } }, { invalidates: userReads });
    toast({ title: 'Pedido dispensado', description: username });
    onClose();
  });
  if (spaceRequestedAt === null) return null;
  return (
    <Callout
      tone="info"
      title={`Pediu mais espaço em ${formatDateOf(spaceRequestedAt, timeZone)}`}
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
