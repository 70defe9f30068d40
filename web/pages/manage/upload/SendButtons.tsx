import { useSignals } from '@preact/signals-react/runtime';
import { ListPlus, MonitorPlay, Send } from 'lucide-react';
import { useState } from 'react';
import type { MyPlayer } from '../../../../src/contract/players.ts';
import { whyUnavailable } from '../../../components/screens/screen-status.ts';
import { screenIdOfUpload } from '../../../navigation/manage-tabs.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { useResource } from '../../../state/resources/resource.ts';
import type { Destination } from '../../../state/uploads/upload-item.ts';
import { tvName } from '../../../state/uploads/upload-status.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { ChoosePlaylistDialog } from './ChoosePlaylistDialog.tsx';
import { ChooseScreenDialog } from './ChooseScreenDialog.tsx';
import { preparePlaylistOf } from './prepare-destination.ts';
import styles from './SendPanel.module.css';

interface SendButtonsProps {
  /** Text of the button that sends the files without a destination. */
  label: string;
  /** Number of files that can be sent. */
  count: number;
  /** True when the files become platform contents, which have no destination. */
  isPlatform: boolean;
  /** Returns false, and shows a message, when the files cannot be sent as they are. */
  validate: () => boolean;
  onSend: (destination?: Destination) => void;
}

/** Shows the buttons that send the files: to the screen in the address, without a destination, to a playlist or to a TV. */
export function SendButtons({ label, count, isPlatform, validate, onSend }: SendButtonsProps) {
  useSignals();
  const [openedDialog, setOpenedDialog] = useState<'playlist' | 'screen'>();
  const target = useTargetScreen(!isPlatform);
  const [sendToTarget, preparing] = useAction('Erro ao enviar playlist', async () => {
    if (target) onSend(await preparePlaylistOf(target, false));
  });
  const sendProps = { size: 'lg', block: true, disabled: count === 0 } as const;
  const dialogProps = { count, onSend, onClose: () => setOpenedDialog(undefined) };
  return (
    <Stack gap={2} className={styles.send}>
      {target && (
        <Button
          {...sendProps}
          variant="primary"
          icon={<MonitorPlay />}
          pending={preparing}
          pendingLabel="Preparando..."
          onClick={() => validate() && void sendToTarget()}
        >
          Enviar e exibir na {tvName(target)}
        </Button>
      )}
      <Button
        {...sendProps}
        variant={target ? 'secondary' : 'primary'}
        icon={<Send />}
        onClick={() => validate() && onSend()}
      >
        {label}
      </Button>
      {!isPlatform && (
        <Stack gap={2} className={styles.further}>
          <Button icon={<ListPlus />} disabled={count === 0} onClick={() => validate() && setOpenedDialog('playlist')}>
            Colocar na playlist...
          </Button>
          <Button icon={<MonitorPlay />} disabled={count === 0} onClick={() => validate() && setOpenedDialog('screen')}>
            Exibir na TV...
          </Button>
          {openedDialog === 'playlist' && <ChoosePlaylistDialog {...dialogProps} />}
          {openedDialog === 'screen' && <ChooseScreenDialog {...dialogProps} />}
        </Stack>
      )}
    </Stack>
  );
}

/** Returns the screen in the address. Returns undefined if the screen takes no playlist, or has the same playlist as others. */
function useTargetScreen(isWanted: boolean): MyPlayer | undefined {
  const id = screenIdOfUpload.value;
  const enabled = isWanted && id !== undefined;
  const screens = useResource('GET /api/my-players', {}, { enabled }).data;
  // Load the names of the playlists, because a new playlist needs a name that no other playlist has.
  useResource('GET /api/playlists', {}, { enabled });
  const target = enabled ? screens?.find((screen) => screen.id === id) : undefined;
  if (!target || whyUnavailable(target) !== undefined) return undefined;
  // For a playlist of several screens, `ChooseScreenDialog` asks which of them to change.
  const shares = ({ id: otherId, assignedPlaylist }: MyPlayer) =>
    otherId !== target.id && assignedPlaylist !== null && assignedPlaylist.id === target.assignedPlaylist?.id;
  return screens?.some(shares) ? undefined : target;
}
