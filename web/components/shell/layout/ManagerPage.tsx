import { useSignals } from '@preact/signals-react/runtime';
import { isManager } from '../../../state/session.ts';
import { AccessDenied } from '../loading/AccessDenied.tsx';
import { PageLayout, type PageLayoutProps } from './PageLayout.tsx';

/** Shows a page to administrators and gestores; tells others that they have no access (contract/README 2.2). */
export function ManagerPage(page: PageLayoutProps) {
  useSignals();
  if (!isManager.value) return <AccessDenied text="Apenas administradores podem acessar esta área." />;
  return <PageLayout {...page} />;
}
