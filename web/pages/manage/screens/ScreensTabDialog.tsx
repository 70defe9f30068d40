import { useSignals } from '@preact/signals-react/runtime';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { whyUnavailable } from '../../../components/screens/screen-status.ts';
import { SendPlaylistDialog } from '../../../components/screens/SendPlaylistDialog.tsx';
import { SendToGroupDialog } from '../../../components/screens/SendToGroupDialog.tsx';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { lazyDialog } from '../../../components/shell/overlay/lazy-dialog.tsx';
import { loadedRows, useResource } from '../../../state/resources/resource.ts';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { DisplayDialog } from './DisplayDialog.tsx';
import { RenameScreenDialog } from './RenameScreenDialog.tsx';
import type { OpenDialog } from './ScreensMenu.tsx';

// Lazy chunks, because these dialogs are seldom opened, and some have large pictures.
const GroupsDialog = lazyDialog(() => import('../../../components/groups/GroupsDialog.tsx'), 'GroupsDialog');
const CallLayoutDialog = lazyDialog(() => import('./settings/CallLayoutDialog.tsx'), 'CallLayoutDialog');
const ScreenSettingsDialog = lazyDialog(() => import('./settings/ScreenSettingsDialog.tsx'), 'ScreenSettingsDialog');

/** Shows the open dialog of 'Minhas Telas'. Dialogs about several screens first load the whole list. */
export function ScreensTabDialog({ opened, onClose }: { opened: OpenDialog; onClose: () => void }) {
  useSignals();
  const title = titleForSeveralScreens(opened);
  const screens = useResource('GET /api/my-players', undefined, { enabled: title !== undefined });
  if (title === undefined || screens.data)
    return <LoadedDialog opened={opened} screens={screens.data ?? []} onClose={onClose} />;
  return (
    <Dialog open title={title} onClose={onClose}>
      <Loaded resource={screens} skeleton={<Skeleton height="14rem" />}>
        {() => null}
      </Loaded>
    </Dialog>
  );
}

/** Returns the title of a dialog that needs all screens of the account; undefined for other dialogs. */
function titleForSeveralScreens(opened: OpenDialog): string | undefined {
  switch (opened.kind) {
    case 'sendToMany':
      return 'Enviar para várias telas';
    case 'sendToGroup':
      return `Enviar para ${opened.group.name}`;
    case 'groups':
      return 'Grupos de telas';
    default:
      return undefined;
  }
}

function LoadedDialog({
  opened,
  screens,
  onClose,
}: {
  opened: OpenDialog;
  screens: readonly MyPlayer[];
  onClose: () => void;
}) {
  switch (opened.kind) {
    case 'send': {
      const screen = loadedRows('GET /api/my-players').get(opened.screen.id) ?? opened.screen;
      return <SendPlaylistDialog screens={[screen]} initialIds={[screen.id]} onClose={onClose} />;
    }
    case 'sendToMany': {
      const available = screens.filter((screen) => whyUnavailable(screen) === undefined);
      return <SendPlaylistDialog screens={available} initialIds={available.map(({ id }) => id)} onClose={onClose} />;
    }
    case 'sendToGroup':
      return <SendToGroupDialog group={opened.group} screens={screens} onClose={onClose} />;
    case 'groups':
      return <GroupsDialog screens={screens} onClose={onClose} />;
    case 'display':
      return <DisplayDialog onClose={onClose} />;
    case 'settings':
      return <ScreenSettingsDialog screen={opened.screen} onClose={onClose} />;
    case 'callLayout':
      return <CallLayoutDialog screen={opened.screen} onClose={onClose} />;
    case 'rename':
      return <RenameScreenDialog screen={opened.screen} onClose={onClose} />;
  }
}
