import { MonitorSmartphone, Monitor, Smartphone } from 'lucide-react';
import type { OwnSession } from '../../../src/contract/accounts/accounts.ts';
import { change, mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useConfirmedAction } from '../../state/form/use-confirmed-action.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/action/Button.tsx';
import { formatAgo, formatDateTime } from '../../ui/text/format.ts';
import { AccountRow, RowIcon } from '../../components/accounts/AccountRow.tsx';

const unknownDevice = 'Dispositivo desconhecido';

/** Shows a session's browser, IP address, sign-in time and last use, and a button that ends the session. */
export function SessionRow({ session }: { session: OwnSession }) {
  const { key, isCurrent, device, address, createdAt, lastSeenAt } = session;
  const name = device ?? unknownDevice;
  const [end, ending] = useConfirmedAction(
    'Erro ao encerrar a sessão',
    {
      title: 'Encerrar esta sessão?',
      text: `${name}, ${addressText(address)}: sai da conta na hora.`,
      action: 'Encerrar',
    },
    async () => {
      const optimistic = [change('GET /api/user/sessions', (all) => all.filter((each) => each.key !== key))];
      await mutate('DELETE /api/user/sessions/:key', { params: { key } }, { optimistic });
      toast({ title: 'Sessão encerrada', description: name });
    },
  );

  return (
    <AccountRow
      icon={
        <RowIcon>{device === null ? <MonitorSmartphone /> : isPhone(device) ? <Smartphone /> : <Monitor />}</RowIcon>
      }
      name={name}
      badges={isCurrent && <Badge tone="success">Esta sessão</Badge>}
      details={
        <>
          <span>{addressText(address)}</span> <span>desde {formatDateTime(createdAt)}</span>{' '}
          {!isCurrent && <span>vista {formatAgo(lastSeenAt, Date.now())}</span>}
        </>
      }
    >
      {!isCurrent && (
        <Button size="sm" pending={ending} aria-label={`Encerrar: ${name}, ${addressText(address)}`} onClick={end}>
          Encerrar
        </Button>
      )}
    </AccountRow>
  );
}

const addressText = (address: string | null) => (address === null ? 'endereço desconhecido' : `endereço ${address}`);
const isPhone = (device: string) => /Android|iPhone|iPad/.test(device);
