import { BellRing, Clock, MailCheck, ShieldCheck } from 'lucide-react';
import { Button } from '../../ui/action/Button.tsx';
import styles from './Form.module.css';
import { ScreenHeading } from './ScreenHeading.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Screen 'Conta Aguardando Aprovação': what happens now. */
export function PendingApproval({ onBack }: { onBack: () => void }) {
  return (
    <Stack gap={4}>
      <span className={styles.emblem}>
        <Clock aria-hidden="true" />
      </span>
      <div>
        <ScreenHeading>Conta Aguardando Aprovação</ScreenHeading>
        <p className={styles.text}>Sua conta foi criada. Veja o que acontece agora:</p>
      </div>
      <ul className={styles.steps}>
        <li>
          <ShieldCheck aria-hidden="true" />
          <span>Um administrador precisa aprovar sua conta antes do primeiro acesso.</span>
        </li>
        <li>
          <BellRing aria-hidden="true" />
          <span>Um administrador será notificado sobre o seu cadastro.</span>
        </li>
        <li>
          <MailCheck aria-hidden="true" />
          <span>Você receberá um email assim que a conta for aprovada.</span>
        </li>
        <li>
          <Clock aria-hidden="true" />
          <span>
            Tempo médio de aprovação: <strong>24-48 horas</strong>.
          </span>
        </li>
      </ul>
      <Button size="lg" block onClick={onBack}>
        Voltar ao Login
      </Button>
    </Stack>
  );
}
