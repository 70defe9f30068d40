import { useSignals } from '@preact/signals-react/runtime';
import { useState } from 'react';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { AccessDenied } from '../../components/shell/loading/AccessDenied.tsx';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { tabHref } from '../../navigation/manage-tabs.ts';
import { useResource } from '../../state/resources/resource.ts';
import { hasCapability, hasFeature } from '../../state/session.ts';
import { archiveUpload } from '../../state/uploads/archive-upload.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { ImportCard } from './ImportCard.tsx';
import { SendingArchive } from './SendingArchive.tsx';
import { StartImport } from './StartImport.tsx';

/** Shows the page 'Importar' (contract/README 3.12): contents and playlists from folders, archives and other systems. */
export function Import() {
  useSignals();
  const isAllowed = hasFeature('canAccessManagement') && hasCapability('contents') && hasCapability('playlists');
  const imports = useResource('GET /api/imports', {}, { enabled: isAllowed });
  /** Id of the import that is open; 0 if all are closed; undefined until the first click, while the newest is open. */
  const [openedId, setOpenedId] = useState<number>();
  const isWaiting = imports.data?.some(({ status }) => status === 'ready' || status === 'stopped');
  if (!isAllowed) return <AccessDenied title="Acesso negado" text="Seu papel não permite importar conteúdos." />;
  return (
    <PageLayout
      title="Importar"
      subtitle="Traga conteúdos e playlists de uma pasta, de um pen drive ou de outro sistema. Nada muda antes de você ver a prévia."
      back={{ href: tabHref('upload'), label: 'Upload' }}
    >
      <Stack fluid gap={5}>
        {archiveUpload.value ? (
          <SendingArchive upload={archiveUpload.value} />
        ) : (
          <StartImport isPrimary={!isWaiting} onCreated={setOpenedId} />
        )}
        <Loaded resource={imports} skeleton={<Skeleton height="8rem" radius="var(--radius-lg)" />} empty={<></>}>
          {(all) => (
            <Stack as="ul" fluid gap={4} aria-label="Importações">
              {all.map((item, index) => (
                <ImportCard
                  key={item.id}
                  item={item}
                  isOpen={openedId === undefined ? index === 0 : openedId === item.id}
                  onToggle={(isOpen) => setOpenedId(isOpen ? item.id : 0)}
                />
              ))}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </PageLayout>
  );
}
