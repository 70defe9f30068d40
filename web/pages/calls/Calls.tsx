import { useSignals } from '@preact/signals-react/runtime';
import { useEffect } from 'react';
import { ChartColumn, Megaphone, Settings2 } from 'lucide-react';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { RoleNote } from '../../components/shell/layout/RoleNote.tsx';
import { openCallTab, openedCallTab } from '../../navigation/call-tabs.ts';
import { clearReturnAddress } from '../../navigation/return-address.ts';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { hasCapability } from '../../state/session.ts';
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { CallTab } from './desk/CallTab.tsx';
import { ReportTab } from './report/ReportTab.tsx';
import { SettingsTab } from './settings/SettingsTab.tsx';

const tabs = [
  { id: 'chamar', label: 'Chamar', icon: <Megaphone />, Content: CallTab },
  { id: 'relatorio', label: 'Relatório', icon: <ChartColumn />, Content: ReportTab },
  { id: 'ajustes', label: 'Ajustes', icon: <Settings2 />, Content: SettingsTab },
] as const;

/** Shows the page 'Chamada': the receptionist's desk, the report and the settings of calls (contract/README 15). */
export function Calls() {
  useSignals();
  // Forget the address to return to after sign-in: the user has returned.
  useEffect(clearReturnAddress, []);
  const mayCall = hasCapability('calls');
  const { namePolicy = 'ticket' } = useResource('GET /api/call-settings').data ?? {};
  const mayUseNames = namePolicy !== 'ticket';
  // A phone shows no subtitle, so that the receipts of the last call are visible without scrolling.
  const isPhone = useMediaQuery('(max-width: 40rem)');
  const shownTabs = tabs.filter(({ id }) => mayCall || id !== 'ajustes');
  const { id: opened, Content } = shownTabs.find(({ id }) => id === openedCallTab.value) ?? tabs[0];
  return (
    <PageLayout
      title="Chamada"
      subtitle={isPhone ? undefined : `Chame pela senha${mayUseNames ? ' ou pelo nome' : ''}: aparece e toca nas TVs`}
      back={{ href: paths.landing, label: 'Início' }}
      actions={<Tabs label="Chamada" items={shownTabs} value={opened} onChange={openCallTab} />}
    >
      <RoleNote needs="calls" />
      <TabPanel id={opened}>
        <Content />
      </TabPanel>
    </PageLayout>
  );
}
