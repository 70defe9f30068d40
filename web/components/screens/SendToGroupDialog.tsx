import type { ScreenGroup } from '../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { toast } from '../../state/toasts.ts';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { nameOrCount, plural } from '../../ui/text/format.ts';
import { sendToGroup } from './change-screens.ts';
import { whyUnavailable } from './screen-status.ts';
import { SendDialog } from './SendDialog.tsx';

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
  const members = screens.filter(({ id }) => group.playerIds.includes(id));
  const takers = members.filter(takesPlaylist);
  const others = members.filter((screen) => !takesPlaylist(screen));
  return (
    <SendDialog
      title={`Enviar para ${group.name}`}
      description={takers.length > 0 ? namesOf(takers) : undefined}
      action={takers.length > 0 ? `Enviar para ${plural(takers.length, 'tela', 'telas')}` : 'Enviar'}
      mayBeSent={takers.length > 0}
      initialPlaylistId={commonOf(takers)}
      onSend={async (playlist) => {
        const { sent, skipped } = await sendToGroup(group, playlist);
        const names = namesOf(skipped);
        toast({
          title: sent.length > 0 ? '✓ Playlist enviada' : 'Nenhuma tela recebeu a playlist',
          description: `${playlist.name} em ${nameOrCount(sent, 'telas')} de ${group.name}.${names && ` Não receberam: ${names}.`}`,
        });
      }}
      onClose={onClose}
    >
      {others.length > 0 && (
        <Callout tone="warning" compact>
          {`${plural(others.length, 'tela não recebe', 'telas não recebem')} playlists agora: ${namesOf(others)}.`}
        </Callout>
      )}
    </SendDialog>
  );
}

const takesPlaylist = (screen: MyPlayer): boolean => whyUnavailable(screen) === undefined;

const namesOf = (screens: readonly { name: string }[]) => screens.map(({ name }) => name).join(', ');

/** The playlist that all of them were sent. */
function commonOf([first, ...rest]: readonly MyPlayer[]): number | undefined {
  const id = first?.assignedPlaylist?.id;
  return rest.every(({ assignedPlaylist }) => assignedPlaylist?.id === id) ? id : undefined;
}
