import { useSignals } from '@preact/signals-react/runtime';
import { AccessDenied } from '../../../components/AccessDenied.tsx';
import { PageLayout } from '../../../components/PageLayout.tsx';
import { paths } from '../../../paths.ts';
import { isAdministrator } from '../../../state/session.ts';
import { CodesCard } from './CodesCard.tsx';
import styles from './Settings.module.css';
import { StationsCard } from './StationsCard.tsx';
import { SystemCard } from './SystemCard.tsx';

/** 'Configurações': codes, radio stations and the state of the server; administrators only. */
export function Settings() {
  useSignals();
  if (!isAdministrator.value) return <AccessDenied />;
  return (
    <PageLayout wide title="Configurações" subtitle="Códigos, rádios e o estado do servidor" back={{ href: paths.home, label: 'Início' }}>
      <div className={styles.page}>
        <div className={styles.aside}>
          <SystemCard />
        </div>
        <div className={styles.column}>
          <CodesCard />
          <StationsCard />
        </div>
      </div>
    </PageLayout>
  );
}
