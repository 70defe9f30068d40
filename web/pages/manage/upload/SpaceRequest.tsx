import { Mail } from 'lucide-react';
import { mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { formatDate } from '../../../ui/text/format.ts';
import styles from './SpaceRequest.module.css';

/** Shows the button that requests more space from the administrators, or the date of the pending request. */
export function SpaceRequest({ requestedAt }: { requestedAt: string | null }) {
  const [request, isRequesting] = useAction('Erro ao pedir mais espaço', async () => {
    await mutate('POST /api/user/space-request', {});
    toast({
      title: 'Pedido enviado',
      description: 'O administrador foi avisado de que sua conta precisa de mais espaço.',
    });
  });
  if (requestedAt)
    return (
      <p role="status" className={styles.requested}>
        Pedido enviado em {formatDate(requestedAt)}. Aguarde a resposta do administrador.
      </p>
    );
  return (
    <Button block icon={<Mail />} pending={isRequesting} onClick={request}>
      Pedir mais espaço
    </Button>
  );
}
