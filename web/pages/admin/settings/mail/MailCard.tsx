import { Server } from 'lucide-react';
import { useState } from 'react';
import { LoadError } from '../../../../components/shell/loading/LoadError.tsx';
import { confirm } from '../../../../state/confirm.ts';
import { mutate, useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { Badge } from '../../../../ui/data/Badge.tsx';
import { Button } from '../../../../ui/action/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import { Fact, Facts } from '../system/Facts.tsx';
import styles from './MailCard.module.css';
import { MailDialog } from './MailDialog.tsx';
import { mailFormOf } from './mail-form.ts';
import { MailTest } from './MailTest.tsx';
import { WebhookCard } from './WebhookCard.tsx';
import { Row, Stack } from '../../../../ui/layout/primitives.tsx';

/** Changes the mail server, and tests it. */
export function MailCard() {
  const settings = useResource('GET /api/admin/settings');
  const [isChanging, setChanging] = useState(false);
  const mail = settings.data?.mail;

  const [goBack, goingBack] = useAction('Erro ao mudar servidor de email', async () => {
    await mutate(
      'PATCH /api/admin/settings',
      { body: { mail: { smtpUrl: null, from: null } } },
      { invalidates: ['GET /api/admin/settings'] },
    );
    toast({ title: 'Servidor de email removido' });
  });

  async function askAndGoBack(): Promise<void> {
    const text =
      'O endereço, a senha e o remetente desta página são apagados. Passa a valer o que foi definido na instalação, se houver.';
    if (await confirm({ title: 'Remover servidor de email?', text, action: 'Remover' })) await goBack();
  }

  if (!mail)
    return (
      <Card title="Servidor de email">
        {settings.error ? (
          <LoadError error={settings.error} onRetry={settings.refetch} />
        ) : (
          <Skeleton height="9rem" radius="var(--radius)" />
        )}
      </Card>
    );
  const { host, port, user } = mailFormOf(mail);
  return (
    <Stack gap={5}>
      <Card
        title="Servidor de email"
        actions={
          <Badge dot tone={mail.isConfigured ? 'success' : 'neutral'}>
            {mail.isConfigured ? 'Ligado' : 'Desligado'}
          </Badge>
        }
      >
        <p className={styles.use}>
          {mail.isConfigured
            ? 'Administradores recebem um email a cada novo cadastro; o usuário, quando a conta é aprovada.'
            : 'Sem servidor, os emails de cadastro e aprovação ficam só no log. A página de usuários mostra quem espera.'}
        </p>
        {mail.isConfigured && (
          <Facts>
            <Fact name="Servidor">
              {host}:{port}
            </Fact>
            <Fact name="Usuário">{user || 'Sem login'}</Fact>
            <Fact name="Remetente">{mail.from ?? 'Não informado'}</Fact>
            <Fact name="Definido">{mail.isOwn ? 'Nesta página' : 'Na instalação (SMTP_URL)'}</Fact>
          </Facts>
        )}
        <Row gap={2} wrap className={styles.buttons}>
          <Button icon={<Server aria-hidden="true" />} onClick={() => setChanging(true)}>
            {mail.isConfigured ? 'Mudar servidor' : 'Configurar servidor'}
          </Button>
          {(mail.isOwn || mail.ownFrom !== null) && (
            <Button variant="ghost" pending={goingBack} onClick={() => void askAndGoBack()}>
              Remover
            </Button>
          )}
        </Row>
        {isChanging && <MailDialog mail={mail} onClose={() => setChanging(false)} />}
      </Card>
      <Card title="Enviar um teste">
        <MailTest isConfigured={mail.isConfigured} />
      </Card>
      <WebhookCard />
    </Stack>
  );
}
