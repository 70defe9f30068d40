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

/** Chooses one of the own playlists and sends it; `children`: to whom, or what is to be known before. */
export function SendDialog({
  action,
  mayBeSent,
  initialPlaylistId,
  onSend,
  children,
  ...dialog
}: Pick<DialogProps, 'title' | 'description' | 'onClose' | 'children'> & {
  action: string;
  /** There is somebody to send to. */
  mayBeSent: boolean;
  initialPlaylistId: number | undefined;
  onSend: (playlist: Playlist) => Promise<void>;
}) {
  const playlists = useResource('GET /api/playlists');
  const [playlistId, setPlaylist] = useState(initialPlaylistId);
  const playlist = playlists.data?.find(({ id }) => id === playlistId);
  const isOpen = useIsMounted();
  const [send, sending] = useAction('Erro ao enviar playlist', async () => {
    if (!playlist) return;
    await onSend(playlist);
    if (isOpen()) dialog.onClose();
  });
  return (
    <Dialog
      open
      {...dialog}
      onSubmit={() => playlist && mayBeSent && void send()}
      footer={
        <FormButtons
          action={action}
          icon={<Send />}
          disabled={!playlist || !mayBeSent}
          pending={sending}
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
