import type { MyPlayer } from '../../../src/contract/players.ts';
import type { Playlist } from '../../../src/contract/playlists.ts';
import { confirm } from '../../state/confirm.ts';
import { mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import { sendPlaylist, stopScreen, undoStopActionFor } from '../../components/screens/change-screens.ts';

/** Returns the actions of a TV box with their toasts (contract/README 13.2). `playlist` is the playlist to send. */
export function useBoxActions({ id, name, assignedPlaylist }: MyPlayer, playlist: Playlist | undefined) {
  const [assign, isSending] = useAction('Erro ao atribuir playlist', async (chosen: Playlist) => {
    await sendPlaylist(id, chosen);
    toast({ title: 'Playlist atribuída', description: `${chosen.name} foi enviada para ${name}.` });
  });

  const [remove, isRemoving] = useAction('Erro ao remover playlist', async () => {
    const undo = undoStopActionFor({ id, name, assignedPlaylist });
    await stopScreen(id);
    toast({ title: 'Playlist removida', description: `${name} ficou sem playlist.`, action: undo });
  });

  const [disconnect, isDisconnecting] = useAction('Erro ao desconectar', async () => {
    await mutate('POST /api/my-players/:id/disconnect', { params: { id } });
    toast({ title: 'TV Box desconectado', description: `${name} tem um novo código de ativação.` });
  });

  return {
    isSending,
    isRemoving,
    isDisconnecting,
    remove,
    send(): void {
      if (playlist) void assign(playlist);
      else
        toast({
          title: 'Selecione uma playlist',
          description: 'Escolha uma playlist para enviar ao TV Box',
          variant: 'destructive',
        });
    },
    async disconnect(): Promise<void> {
      const isSure = await confirm({
        title: 'Desconectar TV Box?',
        text: `${name} para de tocar agora. Para usar de novo, digite na TV o novo código de ativação.`,
        action: 'Desconectar',
      });
      if (isSure) await disconnect();
    },
  };
}
