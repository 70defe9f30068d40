import { Send } from 'lucide-react';
import { useState } from 'react';
import type { ScreenGroup } from '../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { useResource } from '../../state/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/use-action.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { FormButtons } from '../../ui/FormButtons.tsx';
import { nameOrCount, plural } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useMounted } from '../../ui/use-mounted.ts';
import { Loaded } from '../shell/Loaded.tsx';
import { sendToGroup } from './change-screens.ts';
import { PlaylistChoice } from './PlaylistChoice.tsx';
import { whyClosed } from './screen-status.ts';
import styles from './SendPlaylistDialog.module.css';

/** Sends one playlist to all screens of a group that take one, in one call. `screens`: of the account. */
export function SendToGroupDialog({
  group,
  screens,
  onClose,
}: {
  group: ScreenGroup;
  screens: readonly MyPlayer[];
  onClose: () => void;
}) {
  const playlists = useResource('GET /api/playlists');
  const members = screens.filter(({ id }) => group.playerIds.includes(id));
  const takers = members.filter(takesPlaylist);
  const others = members.filter((screen) => !takesPlaylist(screen));
  const [playlistId, setPlaylist] = useState(() => commonOf(takers));
  const playlist = playlists.data?.find(({ id }) => id === playlistId);
  const isOpen = useMounted();
  const [send, sending] = useAction('Erro ao enviar playlist', async () => {
    if (!playlist) return;
    const { sent, skipped } = await sendToGroup(group, playlist);
    const names = skipped.map(({ name }) => name).join(', ');
    toast({
      title: sent.length > 0 ? '✓ Playlist enviada' : 'Nenhuma tela recebeu a playlist',
      description: `${playlist.name} em ${nameOrCount(sent, 'telas')} de ${group.name}.${names && ` Não receberam: ${names}.`}`,
    });
    if (isOpen()) onClose();
  });
  return (
    <Dialog
      open
      title={`Enviar para ${group.name}`}
      description={takers.length > 0 ? namesOf(takers) : undefined}
      onClose={onClose}
      onSubmit={() => playlist && takers.length > 0 && void send()}
      footer={
        <FormButtons
          action={takers.length > 0 ? `Enviar para ${plural(takers.length, 'tela', 'telas')}` : 'Enviar'}
          icon={<Send />}
          disabled={!playlist || takers.length === 0}
          pending={sending}
          onCancel={onClose}
        />
      }
    >
      <Loaded resource={playlists} skeleton={<Skeleton height="6rem" />}>
        {(own) => (
          <div className={styles.sections}>
            <PlaylistChoice playlists={own} value={playlistId} onChange={setPlaylist} />
            {others.length > 0 && (
              <Callout tone="warning" compact>
                {`${plural(others.length, 'tela não recebe', 'telas não recebem')} playlists agora: ${namesOf(others)}.`}
              </Callout>
            )}
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

const takesPlaylist = (screen: MyPlayer): boolean => whyClosed(screen) === undefined;

const namesOf = (screens: readonly MyPlayer[]) => screens.map(({ name }) => name).join(', ');

/** The playlist that all of them were sent. */
function commonOf([first, ...rest]: readonly MyPlayer[]): number | undefined {
  const id = first?.assignedPlaylist?.id;
  return rest.every(({ assignedPlaylist }) => assignedPlaylist?.id === id) ? id : undefined;
}
