import { MonitorSmartphone, Monitor, Smartphone } from 'lucide-react';
import type { OwnSession } from '../../../src/contract/accounts/accounts.ts';
import { confirm } from '../../state/confirm.ts';
import { change, mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Badge } from '../../ui/data/Badge.tsx';
import { Button } from '../../ui/action/Button.tsx';
import { formatAgo, formatDateTime } from '../../ui/text/format.ts';
import styles from './Account.module.css';

const unknownDevice = 'Dispositivo desconhecido';

/** One session: which browser, from where, since when, last when. */
export function SessionRow({ session }: { session: OwnSession }) {
  const { key, isCurrent, device, address, createdAt, lastSeenAt } = session;
  const name = device ?? unknownDevice;
  const [end, ending] = useAction('Erro ao encerrar a sessão', async () => {
    await mutate(
      'DELETE /api/user/sessions/:key',
      { params: { key } },
      { optimistic: [change('GET /api/user/sessions', (all) => all.filter((each) => each.key !== key))] },
    );
    toast({ title: 'Sessão encerrada', description: name });
  });

  async function ask(): Promise<void> {
    const isSure = await confirm({
      title: 'Encerrar esta sessão?',
      text: `${name}, ${addressWords(address)}: sai da conta na hora.`,
      action: 'Encerrar',
    });
    if (isSure) await end();
  }

  return (
    <li className={styles.row}>
      <span className={styles.device} aria-hidden="true">
        {device === null ? <MonitorSmartphone /> : isPhone(device) ? <Smartphone /> : <Monitor />}
      </span>
      <div className={styles.words}>
        <div className={styles.name}>
          <h3>{name}</h3>
          {isCurrent && <Badge tone="success">Esta sessão</Badge>}
        </div>
        <p className={styles.facts}>
          <span>{addressWords(address)}</span> <span>desde {formatDateTime(createdAt)}</span>{' '}
          {!isCurrent && <span>vista {formatAgo(lastSeenAt, Date.now())}</span>}
        </p>
      </div>
      {!isCurrent && (
        <Button size="sm" pending={ending} aria-label={`Encerrar: ${name}, ${addressWords(address)}`} onClick={ask}>
          Encerrar
        </Button>
      )}
    </li>
  );
}

const addressWords = (address: string | null) => (address === null ? 'endereço desconhecido' : `endereço ${address}`);
const isPhone = (device: string) => /Android|iPhone|iPad/.test(device);
