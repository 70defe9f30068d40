import type { ScreenGroup } from '../../../src/contract/groups.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { toast } from '../../state/toasts.ts';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { nameOrCount, plural, shortNames } from '../../ui/text/format.ts';
import { sendToGroup } from './change-screens.ts';
import { whyUnavailable } from './screen-status.ts';
import { SendDialog } from './SendDialog.tsx';

/** Shows a dialog that sends a playlist to all available screens of a group, in one call. `screens`: all of the account. */
export function SendToGroupDialog({
  group,
  screens,
  onClose,
}: {
  group: ScreenGroup;
  screens: readonly MyPlayer[];
  onClose: () => void;
}) {
  const groupScreens = screens.filter(({ id }) => group.playerIds.includes(id));
  const available = groupScreens.filter(isAvailable);
  const unavailable = groupScreens.filter((screen) => !isAvailable(screen));
  return (
    <SendDialog
      title={`Enviar para ${group.name}`}
      description={available.length > 0 ? namesOf(available) : undefined}
      action={available.length > 0 ? `Enviar para ${plural(available.length, 'tela', 'telas')}` : 'Enviar'}
      hasTargets={available.length > 0}
      initialPlaylistId={commonPlaylistId(available)}
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
      {unavailable.length > 0 && (
        <Callout tone="warning" compact>
          {`${plural(unavailable.length, 'tela não recebe', 'telas não recebem')} playlists agora: ${namesOf(unavailable)}.`}
        </Callout>
      )}
    </SendDialog>
  );
}

const isAvailable = (screen: MyPlayer): boolean => whyUnavailable(screen) === undefined;

const namesOf = (screens: readonly { name: string }[]) => shortNames(screens.map(({ name }) => name));

/** Returns the id of the playlist that is assigned to all of these screens; undefined if there is none. */
function commonPlaylistId([first, ...rest]: readonly MyPlayer[]): number | undefined {
  const id = first?.assignedPlaylist?.id;
  return rest.every(({ assignedPlaylist }) => assignedPlaylist?.id === id) ? id : undefined;
}
