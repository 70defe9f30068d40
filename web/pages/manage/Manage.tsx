import { useSignals } from '@preact/signals-react/runtime';
import { CloudUpload, Film, LibraryBig, ListVideo, MonitorPlay, Upload } from 'lucide-react';
import { useState } from 'react';
import { AccessDenied } from '../../components/shell/loading/AccessDenied.tsx';
import { RoleNote } from '../../components/shell/layout/RoleNote.tsx';
import { lazyDialog } from '../../components/shell/overlay/lazy-dialog.tsx';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { hasCapability, hasFeature } from '../../state/session.ts';
import { TabPanel, Tabs } from '../../ui/layout/Tabs.tsx';
import { ContentsTab } from './contents/ContentsTab.tsx';
import styles from './Manage.module.css';
import { PlatformTab } from './platform/PlatformTab.tsx';
import { PlaylistsTab } from './playlists/PlaylistsTab.tsx';
import { ScreensTab } from './screens/ScreensTab.tsx';
import { openedTab, openTab } from '../../navigation/manage-tabs.ts';
import { UploadTab } from './upload/UploadTab.tsx';
import { isPdf } from '../../state/uploads/chosen-file.ts';
import { addFiles } from '../../state/uploads/queue.ts';
import { useIncomingFiles } from './upload/use-incoming-files.ts';
import { UsageHeader } from './UsageHeader.tsx';
import { Row, Text } from '../../ui/layout/primitives.tsx';

const PdfPicker = lazyDialog(() => import('./upload/pdf/PdfPicker.tsx'), 'PdfPicker');

const tabs = [
  { id: 'upload', label: 'Upload', icon: <Upload />, Content: UploadTab, capability: 'contents' },
  { id: 'conteudos', label: 'Meus Conteúdos', icon: <Film />, Content: ContentsTab, capability: 'contents' },
  { id: 'playlists', label: 'Playlists', icon: <ListVideo />, Content: PlaylistsTab, capability: 'playlists' },
  { id: 'plataforma', label: 'Plataforma', icon: <LibraryBig />, Content: PlatformTab, capability: 'playlists' },
  { id: 'telas', label: 'Minhas Telas', icon: <MonitorPlay />, Content: ScreensTab, capability: 'screens' },
] as const;

/** Shows the page 'Gestão' (contract/README 2.4): manages the account's contents, playlists and screens. */
export function Manage() {
  useSignals();
  const mayUpload = hasCapability('contents');
  const offeredTabs = tabs.filter(({ id }) => mayUpload || id !== 'upload');
  const tab = offeredTabs.find(({ id }) => id === openedTab.value) ?? offeredTabs[0] ?? tabs[1];
  const isAllowed = hasFeature('canAccessManagement');
  const [pdfs, setPdfs] = useState<readonly File[]>([]);
  const takeFiles = (files: readonly File[]) => {
    setPdfs((waiting) => [...waiting, ...files.filter(isPdf)]);
    addFiles(files.filter((file) => !isPdf(file)));
  };
  const isDraggingFiles = useIncomingFiles((files) => {
    if (!isAllowed || !mayUpload) return;
    openTab('upload');
    takeFiles(files);
  });
  // Load the accepted file types, because files can be dropped on any tab.
  useResource('GET /api/capabilities', {}, { enabled: isAllowed });
  if (!isAllowed) return <AccessDenied title="Acesso negado" text="Este recurso não está liberado para a sua conta." />;
  return (
    <PageLayout title="Gestão" back={{ href: paths.landing, label: 'Início' }} actions={<UsageHeader />}>
      <div className={styles.tabs}>
        <Tabs label="Gestão" items={offeredTabs} value={tab.id} onChange={openTab} />
      </div>
      <TabPanel id={tab.id}>
        <Text as="h2" visuallyHidden>
          {tab.label}
        </Text>
        <RoleNote needs={tab.capability} />
        <tab.Content isDraggingFiles={isDraggingFiles} onFiles={takeFiles} />
      </TabPanel>
      {pdfs[0] && <PdfPicker key={pdfs.length} file={pdfs[0]} onClose={() => setPdfs(pdfs.slice(1))} />}
      {isDraggingFiles && mayUpload && tab.id !== 'upload' && (
        <Row as="p" gap={2} align="center" weight="bold" className={styles.drop}>
          <CloudUpload />
          Solte os arquivos para enviar
        </Row>
      )}
    </PageLayout>
  );
}
