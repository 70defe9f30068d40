import { BellRing, Send } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../api/client.ts';
import { LoadError } from '../../../../components/shell/loading/LoadError.tsx';
import { confirm } from '../../../../state/confirm.ts';
import { mutate, useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { Breakable } from '../../../../ui/text/Breakable.tsx';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { formatAgo, plural } from '../../../../ui/text/format.ts';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Fact, Facts } from '../system/Facts.tsx';
import styles from './MailCard.module.css';
import { WebhookDialog } from './WebhookDialog.tsx';
import { Row } from '../../../../ui/layout/primitives.tsx';

/** Changes the webhook that receives what administrators get by mail. */
export function WebhookCard() {
  const settings = useResource('GET /api/admin/settings');
  const [isChanging, setChanging] = useState(false);
  const webhook = settings.data?.webhook;

  const [test, testing] = useAction('Aviso não enviado', async () => {
    try {
      const { message } = await call('POST /api/admin/webhook-test');
      toast({ title: message });
    } finally {
      settings.refetch();
    }
  });

  const [remove, removing] = useAction('Erro ao remover endereço', async () => {
    const body = { webhook: { url: null } };
    await mutate('PATCH /api/admin/settings', { body }, { invalidates: ['GET /api/admin/settings'] });
    toast({ title: 'Endereço de avisos removido' });
  });

  async function askAndRemove(): Promise<void> {
    const text = 'O endereço e o segredo são apagados. Os emails continuam.';
    if (await confirm({ title: 'Remover endereço de avisos?', text, action: 'Remover' })) await remove();
  }

  if (!webhook)
    return (
      <Card title="Avisos por webhook">
        {settings.error ? (
          <LoadError error={settings.error} onRetry={settings.refetch} />
        ) : (
          <Skeleton height="9rem" radius="var(--radius)" />
        )}
      </Card>
    );
  const isOn = webhook.address !== null;
  return (
    <Card
      title="Avisos por webhook"
      actions={
        <Badge dot tone={isOn ? 'success' : 'neutral'}>
          {isOn ? 'Ligado' : 'Desligado'}
        </Badge>
      }
    >
      <p className={styles.use}>
        Envia também para ntfy, Telegram ou outro programa o que os administradores recebem por email: cadastros,
        pedidos de espaço, telas sem conexão, disco cheio e backup que falhou.
      </p>
      {isOn && (
        <Facts>
          <Fact name="Endereço">
            <Breakable text={webhook.address ?? ''} />
          </Fact>
          <Fact name="Assinatura">{webhook.hasSecret ? 'Com segredo' : 'Sem segredo'}</Fact>
          <Fact name="Último envio">
            {webhook.lastSentAt ? formatAgo(webhook.lastSentAt, Date.now()) : 'Nenhum desde o início do servidor'}
          </Fact>
        </Facts>
      )}
      {webhook.failure && (
        <Callout tone="danger" role="alert" title={`Falhou ${formatAgo(webhook.failure.at, Date.now())}`}>
          {webhook.failure.message}
          {webhook.waiting > 0 &&
            ` ${plural(webhook.waiting, 'aviso será enviado', 'avisos serão enviados')} de novo em breve.`}
        </Callout>
      )}
      <Row gap={2} wrap className={styles.buttons}>
        <Button icon={<BellRing aria-hidden="true" />} onClick={() => setChanging(true)}>
          {isOn ? 'Mudar endereço' : 'Configurar endereço'}
        </Button>
        {isOn && (
          <>
            <Button
              icon={<Send aria-hidden="true" />}
              pending={testing}
              pendingLabel="Testando..."
              onClick={() => void test()}
            >
              Testar
            </Button>
            <Button variant="ghost" pending={removing} onClick={() => void askAndRemove()}>
              Remover
            </Button>
          </>
        )}
      </Row>
      {isChanging && <WebhookDialog webhook={webhook} onClose={() => setChanging(false)} />}
    </Card>
  );
}
