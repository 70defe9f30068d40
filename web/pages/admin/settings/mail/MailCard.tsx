import { Server } from 'lucide-react';
import { useState } from 'react';
import type { Settings } from '../../../../../src/contract/settings.ts';
import { useResource } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useConfirmedAction } from '../../../../state/form/use-confirmed-action.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Description, DescriptionList } from '../../../../ui/data/DescriptionList.tsx';
import { changeSettings } from '../change-settings.ts';
import { LoadedCard } from '../LoadedCard.tsx';
import styles from './MailCard.module.css';
import { MailDialog } from './MailDialog.tsx';
import { mailFormOf } from './mail-form.ts';
import { MailTest } from './MailTest.tsx';
import { OnBadge, WebhookCard } from './WebhookCard.tsx';
import { Row, Stack } from '../../../../ui/layout/primitives.tsx';

/** Shows, changes and tests the mail server, and shows the webhook. */
export function MailCard() {
  const settings = useResource('GET /api/admin/settings');
  return (
    <Stack gap={5}>
      <LoadedCard
        title="Servidor de email"
        resource={settings}
        height="9rem"
        actions={({ mail }) => <OnBadge isOn={mail.isConfigured} />}
      >
        {({ mail }) => <MailServer mail={mail} />}
      </LoadedCard>
      {settings.data && (
        <>
          <Card title="Enviar um teste">
            <MailTest isConfigured={settings.data.mail.isConfigured} />
          </Card>
          <WebhookCard webhook={settings.data.webhook} />
        </>
      )}
    </Stack>
  );
}

function MailServer({ mail }: { mail: Settings['mail'] }) {
  const [isChanging, setChanging] = useState(false);
  const [remove, removing] = useConfirmedAction(
    'Erro ao mudar servidor de email',
    {
      title: 'Remover servidor de email?',
      text: 'O endereço, a senha e o remetente desta página são apagados. Passa a valer o que foi definido na instalação, se houver.',
      action: 'Remover',
    },
    async () => {
      await changeSettings({ mail: { smtpUrl: null, from: null } });
      toast({ title: 'Servidor de email removido' });
    },
  );
  const { host, port, user } = mailFormOf(mail);
  return (
    <>
      <p className={styles.explanation}>
        {mail.isConfigured
          ? 'Administradores recebem um email a cada novo cadastro; o usuário, quando a conta é aprovada.'
          : 'Sem servidor, os emails de cadastro e aprovação ficam só no log. A página de usuários mostra quem espera.'}
      </p>
      {mail.isConfigured && (
        <DescriptionList>
          <Description name="Servidor">
            {host}:{port}
          </Description>
          <Description name="Usuário">{user || 'Sem login'}</Description>
          <Description name="Remetente">{mail.from ?? 'Não informado'}</Description>
          <Description name="Definido">{mail.isOwn ? 'Nesta página' : 'Na instalação (SMTP_URL)'}</Description>
        </DescriptionList>
      )}
      <Row gap={2} wrap className={styles.buttons}>
        <Button icon={<Server aria-hidden="true" />} onClick={() => setChanging(true)}>
          {mail.isConfigured ? 'Mudar servidor' : 'Configurar servidor'}
        </Button>
        {(mail.isOwn || mail.ownFrom !== null) && (
          <Button variant="ghost" pending={removing} onClick={() => void remove()}>
            Remover
          </Button>
        )}
      </Row>
      {isChanging && <MailDialog mail={mail} onClose={() => setChanging(false)} />}
    </>
  );
}
