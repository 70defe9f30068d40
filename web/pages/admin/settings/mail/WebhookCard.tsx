import { BellRing, Send } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '../../../../../src/contract/settings.ts';
import { call } from '../../../../api/client.ts';
import { invalidate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { useConfirmedAction } from '../../../../state/form/use-confirmed-action.ts';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { Breakable } from '../../../../ui/text/Breakable.tsx';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { formatAgo, plural } from '../../../../ui/text/format.ts';
import { Description, DescriptionList } from '../../../../ui/data/DescriptionList.tsx';
import { changeSettings } from '../change-settings.ts';
import styles from './MailCard.module.css';
import { WebhookDialog } from './WebhookDialog.tsx';
import { Row } from '../../../../ui/layout/primitives.tsx';

/** Shows, changes and tests the webhook, which receives the notifications that administrators get by e-mail. */
export function WebhookCard({ webhook }: Pick<Settings, 'webhook'>) {
  const [isChanging, setChanging] = useState(false);
  const isOn = webhook.address !== null;

  const [test, testing] = useAction('Aviso não enviado', async () => {
    try {
      const { message } = await call('POST /api/admin/webhook-test');
      toast({ title: message });
    } finally {
      invalidate('GET /api/admin/settings');
    }
  });

  const [remove, removing] = useConfirmedAction(
    'Erro ao remover endereço',
    {
      title: 'Remover endereço de avisos?',
      text: 'O endereço e o segredo são apagados. Os emails continuam.',
      action: 'Remover',
    },
    async () => {
      await changeSettings({ webhook: { url: null } });
      toast({ title: 'Endereço de avisos removido' });
    },
  );

  return (
    <Card title="Avisos por webhook" actions={<OnBadge isOn={isOn} />}>
      <p className={styles.explanation}>
        Envia também para ntfy, Telegram ou outro programa o que os administradores recebem por email: cadastros,
        pedidos de espaço, telas offline, disco cheio e backup que falhou.
      </p>
      {isOn && (
        <DescriptionList>
          <Description name="Endereço">
            <Breakable text={webhook.address ?? ''} />
          </Description>
          <Description name="Assinatura">{webhook.hasSecret ? 'Com segredo' : 'Sem segredo'}</Description>
          <Description name="Último envio">
            {webhook.lastSentAt ? formatAgo(webhook.lastSentAt, Date.now()) : 'Nenhum desde o início do servidor'}
          </Description>
        </DescriptionList>
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
            <Button variant="ghost" pending={removing} onClick={() => void remove()}>
              Remover
            </Button>
          </>
        )}
      </Row>
      {isChanging && <WebhookDialog webhook={webhook} onClose={() => setChanging(false)} />}
    </Card>
  );
}

/** Shows whether e-mail or webhook is switched on. */
export function OnBadge({ isOn }: { isOn: boolean }) {
  return (
    <Badge dot tone={isOn ? 'success' : 'neutral'}>
      {isOn ? 'Ligado' : 'Desligado'}
    </Badge>
  );
}
