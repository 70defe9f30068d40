import { AuditLog } from '../../../components/audit/AuditLog.tsx';
import { ManagerPage } from '../../../components/shell/layout/ManagerPage.tsx';
import { paths } from '../../../navigation/paths.ts';

/** Shows the page 'Registro de atividades' (contract/README 2.13) to administrators and gestores. */
export function Audit() {
  return (
    <ManagerPage
      title="Registro de atividades"
      subtitle="Quem fez o quê, quando e de onde"
      back={{ href: paths.landing, label: 'Início' }}
    >
      <AuditLog source="GET /api/admin/audit" />
    </ManagerPage>
  );
}
