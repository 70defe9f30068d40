import { useSignals } from '@preact/signals-react/runtime';
import { AuditLog } from '../../components/audit/AuditLog.tsx';
import { AccessDenied } from '../../components/shell/loading/AccessDenied.tsx';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { hasCapability } from '../../state/session.ts';

/** Shows the page 'Atividades da conta' with the audit entries of the user's account (contract/README 2.13). */
export function OwnAudit() {
  useSignals();
  if (!hasCapability('account')) return <AccessDenied text="Apenas proprietários da conta podem ver as atividades." />;
  return (
    <PageLayout
      title="Atividades da conta"
      subtitle="O que foi feito nesta conta, por quem e quando"
      back={{ href: paths.account, label: 'Minha conta' }}
    >
      <AuditLog source="GET /api/user/audit" />
    </PageLayout>
  );
}
