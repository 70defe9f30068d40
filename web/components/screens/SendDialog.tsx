import { Send } from 'lucide-react';
import { useState } from 'react';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { useResource } from '../../state/resources/resource.ts';
import { useAction } from '../../state/form/use-action.ts';
import { Dialog, type DialogProps } from '../../ui/overlay/Dialog.tsx';
import { FormButtons } from '../../ui/form/FormButtons.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { useIsMounted } from '../../ui/hooks/use-is-mounted.ts';
import { Loaded } from '../shell/loading/Loaded.tsx';
import { PlaylistChoice } from './PlaylistChoice.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';

/** Shows a dialog that sends one of the account's playlists. `children`: the choice of screens, or a note. */
export function SendDialog({
  action,
  hasTargets,
  initialPlaylistId,
  onSend,
  children,
  ...dialog
}: Pick<DialogProps, 'title' | 'description' | 'onClose' | 'children'> & {
  action: string;
  /** True if there is a screen to send to. */
  hasTargets: boolean;
  initialPlaylistId: number | undefined;
  onSend: (playlist: Playlist) => Promise<void>;
}) {
  const playlists = useResource('GET /api/playlists');
  const [playlistId, setPlaylist] = useState(initialPlaylistId);
  const playlist = playlists.data?.find(({ id }) => id === playlistId);
  const isMounted = useIsMounted();
  const [send, isSending] = useAction('Erro ao enviar playlist', async () => {
    if (!playlist) return;
    await onSend(playlist);
    if (isMounted()) dialog.onClose();
  });
  return (
    <Dialog
      open
      {...dialog}
      onSubmit={() => playlist && hasTargets && void send()}
      footer={
        <FormButtons
          action={action}
          icon={<Send />}
          disabled={!playlist || !hasTargets}
          pending={isSending}
          onCancel={dialog.onClose}
        />
      }
    >
      <Loaded resource={playlists} skeleton={<Skeleton height="6rem" />}>
        {(own) => (
          <Stack gap={5}>
            <PlaylistChoice playlists={own} value={playlistId} onChange={setPlaylist} />
            {children}
          </Stack>
        )}
      </Loaded>
    </Dialog>
  );
}
