import { History } from 'lucide-react';
import { paths } from '../../navigation/paths.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import styles from './Account.module.css';

/** Leads to what was done in this account. */
export function AuditCard() {
  return (
    <Card title="Atividades da conta">
      <p className={styles.use}>
        Entradas, tentativas recusadas, telas, exclusões e mudanças desta conta, com a pessoa e o horário.
      </p>
      <ButtonLink href={paths.accountAudit} icon={<History aria-hidden="true" />}>
        Ver atividades
      </ButtonLink>
    </Card>
  );
}
