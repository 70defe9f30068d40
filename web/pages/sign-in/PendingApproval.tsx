import { BellRing, Clock, MailCheck, RefreshCw, ShieldCheck } from 'lucide-react';
import styles from './Form.module.css';
import { InterimView } from './InterimView.tsx';
import { useApproval } from './use-approval.ts';
import { Row, Stack } from '../../ui/layout/primitives.tsx';

/** Explains that an administrator has to approve the new account. Calls `onApproved` when that has happened. */
export function PendingApproval({ onApproved, onBack }: { onApproved: () => void; onBack: () => void }) {
  const { sendsMail, isOver } = useApproval(onApproved);
  return (
    <InterimView
      icon={<Clock aria-hidden="true" />}
      title="Conta Aguardando Aprovação"
      text="Sua conta foi criada. Veja o que acontece agora:"
      onlyBack
      onBack={onBack}
    >
      <Stack as="ul" gap={4} className={styles.steps}>
        <Row as="li" gap={3} size="sm">
          <ShieldCheck aria-hidden="true" />
          <span>Um administrador precisa aprovar sua conta antes do primeiro acesso.</span>
        </Row>
        <Row as="li" gap={3} size="sm">
          <BellRing aria-hidden="true" />
          <span>Um administrador será notificado sobre o seu cadastro.</span>
        </Row>
        <Row as="li" gap={3} size="sm">
          <MailCheck aria-hidden="true" />
          <span>Você receberá um email assim que a conta for aprovada.</span>
        </Row>
        {isOver && (
          <Row as="li" gap={3} size="sm">
            <RefreshCw aria-hidden="true" />
            <span role="status">
              Esta página não acompanha mais a sua conta. Volte ao login, ou fale com quem administra o Antessala.
            </span>
          </Row>
        )}
        {!isOver && sendsMail !== null && (
          <Row as="li" gap={3} size="sm">
            <RefreshCw aria-hidden="true" />
            <span>
              {!sendsMail && 'Este servidor ainda não envia emails: combine com quem administra o Antessala. '}
              Deixe esta página aberta: ela avança sozinha quando a conta for aprovada.
            </span>
          </Row>
        )}
        <Row as="li" gap={3} size="sm">
          <Clock aria-hidden="true" />
          <span>
            Tempo médio de aprovação: <strong>24-48 horas</strong>.
          </span>
        </Row>
      </Stack>
    </InterimView>
  );
}
