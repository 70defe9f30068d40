import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { CreateScreensDialog } from './CreateScreensDialog.tsx';
import { DeviceDialog } from './DeviceDialog.tsx';
import { PlaylistDialog } from './PlaylistDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { lazyDialog } from '../../../components/shell/overlay/lazy-dialog.tsx';

/** Loaded on demand, because its code contains the QR encoder. */
const CodesDialog = lazyDialog(() => import('./CodesDialog.tsx'), 'CodesDialog');

export type DialogRequest =
  | { kind: 'create' }
  | { kind: 'codes'; screens: readonly AdminPlayer[] }
  | { kind: 'playlist' | 'rename' | 'details'; screen: AdminPlayer };
/** Opens a dialog about screens. */
export type OpenDialog = (request: DialogRequest) => void;

export function ScreenDialog({
  request,
  onOpen,
  onClose,
}: {
  request: DialogRequest;
  onOpen: OpenDialog;
  onClose: () => void;
}) {
  switch (request.kind) {
    case 'create':
      return <CreateScreensDialog onSaved={(screens) => onOpen({ kind: 'codes', screens })} onClose={onClose} />;
    case 'codes':
      return <CodesDialog screens={request.screens} onClose={onClose} />;
    case 'playlist':
      return <PlaylistDialog screen={request.screen} onClose={onClose} />;
    case 'rename':
      return <RenameDialog screen={request.screen} onClose={onClose} />;
    case 'details':
      return <DeviceDialog screen={request.screen} onClose={onClose} />;
  }
}
