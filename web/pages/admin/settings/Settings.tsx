import { useSignals } from '@preact/signals-react/runtime';
import { Activity, DatabaseBackup, KeyRound, ListChecks, Mail, Radio } from 'lucide-react';
import { AccessDenied } from '../../../components/shell/loading/AccessDenied.tsx';
import { PageLayout } from '../../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../../navigation/paths.ts';
import { isAdministrator } from '../../../state/session.ts';
import { TabPanel, Tabs } from '../../../ui/layout/Tabs.tsx';
import { BackupsCard } from './backups/BackupsCard.tsx';
import { ClinicCard } from './access/ClinicCard.tsx';
import { CodesCard } from './access/CodesCard.tsx';
import { ContactCard } from './access/ContactCard.tsx';
import { SecondFactorCard } from './access/SecondFactorCard.tsx';
import { MailCard } from './mail/MailCard.tsx';
import { openedSection, openSection } from '../../../navigation/settings-sections.ts';
import styles from './Settings.module.css';
import { StationsCard } from './stations/StationsCard.tsx';
import { AddressesCard } from './system/AddressesCard.tsx';
import { DiskCard } from './system/DiskCard.tsx';
import { SystemCard } from './system/SystemCard.tsx';
import { UpdateCard } from './system/UpdateCard.tsx';
import { TasksCard } from './tasks/TasksCard.tsx';

const sections = [
  { id: 'sistema', label: 'Sistema', icon: <Activity />, Content: SystemSection },
  { id: 'codigos', label: 'Códigos', icon: <KeyRound />, Content: AccessSection },
  { id: 'radios', label: 'Rádios', icon: <Radio />, Content: StationsCard },
  { id: 'email', label: 'Email', icon: <Mail />, Content: MailCard },
  { id: 'backups', label: 'Backups', icon: <DatabaseBackup />, Content: BackupsCard },
  { id: 'tarefas', label: 'Tarefas', icon: <ListChecks />, Content: TasksCard },
] as const;

/** Shows the page 'Configurações' to administrators. The open section is part of the URL. */
export function Settings() {
  useSignals();
  const section = sections.find(({ id }) => id === openedSection.value) ?? sections[0];
  if (!isAdministrator.value) return <AccessDenied />;
  return (
    <PageLayout
      title="Configurações"
      subtitle="Códigos, rádios, email, backups e o estado do servidor"
      back={{ href: paths.landing, label: 'Início' }}
    >
      <div className={styles.tabs}>
        <Tabs label="Configurações" items={sections} value={section.id} onChange={openSection} />
      </div>
      <TabPanel id={section.id}>
        <section.Content />
      </TabPanel>
    </PageLayout>
  );
}

function SystemSection() {
  return (
    <div className={styles.cards}>
      <div className={styles.column}>
        <SystemCard />
        <UpdateCard />
      </div>
      <div className={styles.column}>
        <DiskCard />
        <AddressesCard />
      </div>
    </div>
  );
}

function AccessSection() {
  return (
    <div className={styles.column}>
      <CodesCard />
      <SecondFactorCard />
      <ClinicCard />
      <ContactCard />
    </div>
  );
}
