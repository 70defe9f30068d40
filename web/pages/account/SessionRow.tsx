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
import { Row } from '../../ui/layout/primitives.tsx';

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
    <Row as="li" gap={3} align="center" className={styles.row}>
      <Row as="span" muted rigid className={styles.device} aria-hidden="true">
        {device === null ? <MonitorSmartphone /> : isPhone(device) ? <Smartphone /> : <Monitor />}
      </Row>
      <div className={styles.words}>
        <Row gap={2} rowGap={1} align="center" wrap className={styles.name}>
          <h3>{name}</h3>
          {isCurrent && <Badge tone="success">Esta sessão</Badge>}
        </Row>
        <Row as="p" gap={4} rowGap={0} wrap muted size="sm" breakable>
          <span>{addressWords(address)}</span> <span>desde {formatDateTime(createdAt)}</span>{' '}
          {!isCurrent && <span>vista {formatAgo(lastSeenAt, Date.now())}</span>}
        </Row>
      </div>
      {!isCurrent && (
        <Button size="sm" pending={ending} aria-label={`Encerrar: ${name}, ${addressWords(address)}`} onClick={ask}>
          Encerrar
        </Button>
      )}
    </Row>
  );
}

const addressWords = (address: string | null) => (address === null ? 'endereço desconhecido' : `endereço ${address}`);
const isPhone = (device: string) => /Android|iPhone|iPad/.test(device);
