import { useSignals } from '@preact/signals-react/runtime';
import { ChartColumn, Megaphone, Settings2 } from 'lucide-react';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { RoleNote } from '../../components/shell/layout/RoleNote.tsx';
import { type CallTabId, openCallTab, openedCallTab } from '../../navigation/call-tabs.ts';
import { paths } from '../../navigation/paths.ts';
import { may } from '../../state/session.ts';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { CallTab } from './desk/CallTab.tsx';
import margins from '../../ui/styles/margins.module.css';
import { ReportTab } from './ReportTab.tsx';
import { SettingsTab } from './settings/SettingsTab.tsx';

const tabs = [
  { id: 'chamar', label: 'Chamar', icon: <Megaphone /> },
  { id: 'relatorio', label: 'Relatório do dia', icon: <ChartColumn /> },
  { id: 'ajustes', label: 'Ajustes', icon: <Settings2 /> },
] as const satisfies readonly { id: CallTabId; label: string; icon: unknown }[];

const parts: Record<CallTabId, () => React.ReactNode> = {
  chamar: CallTab,
  relatorio: ReportTab,
  ajustes: SettingsTab,
};

/** 'Chamada': patients are called to the TVs from here (contract/README 15). */
export function Calls() {
  useSignals();
  const mayCall = may('calls');
  const shown = tabs.filter(({ id }) => mayCall || id !== 'ajustes');
  const tab = shown.find(({ id }) => id === openedCallTab.value)?.id ?? 'chamar';
  const Part = parts[tab];
  return (
    <PageLayout
      title="Chamada"
      subtitle="Chame pela senha ou pelo nome: aparece e toca nas TVs"
      back={{ href: paths.home, label: 'Início' }}
    >
      <RoleNote needs="calls" />
      <div className={margins.below5}>
        <Tabs label="Chamada" items={shown} value={tab} onChange={openCallTab} />
      </div>
      <TabPanel id={tab}>
        <Part />
      </TabPanel>
    </PageLayout>
  );
}
