import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { change, mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { useConfirmedAction } from '../../../state/form/use-confirmed-action.ts';
import { undoStopAction } from '../../../components/screens/undo-stop.ts';
import { focusIfLost } from '../../../ui/overlay/focus-if-lost.ts';

/** Element id of the line with the number of screens. */
export const countElementId = 'telas-encontradas';

type Status = 'active' | 'paused' | 'blocked';

/** Returns options for `mutate` that show the changes of one screen before the server responds. */
export const optimisticChange = (id: number, changes: Partial<AdminPlayer>) => ({
  optimistic: [
    change('GET /api/admin/players', (all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each))),
  ],
});

/** Returns the toast button 'Desfazer', which assigns the removed playlist to the screen again. */
const undoRemoval = ({ id, name, assignedPlaylist: removed }: Pick<AdminPlayer, 'id' | 'name' | 'assignedPlaylist'>) =>
  undoStopAction(name, removed, (assignedPlaylist) =>
    mutate(
      'POST /api/admin/players/:id/assign-playlist',
      { params: { id }, body: { playlistId: assignedPlaylist.id, onlyIfStopped: true } },
      optimisticChange(id, { assignedPlaylist }),
    ),
  );

/** Returns the actions on a screen that need no form. Blocking, disconnecting, resetting and deleting ask for a confirmation. */
export function useScreenActions(screen: Pick<AdminPlayer, 'id' | 'name' | 'status' | 'owner' | 'assignedPlaylist'>) {
  const { id, name, status, owner } = screen;
  const params = { id };
  const screenAndOwner = `${name}, de ${owner.username},`;

  const [setStatus] = useConfirmedAction(
    'Erro ao atualizar tela',
    (next: Status) =>
      next === 'blocked'
        ? {
            title: 'Bloquear tela?',
            text: `${screenAndOwner} para de exibir em segundos. Nada é excluído: ao desbloquear, a TV volta ao que exibia.`,
            action: 'Bloquear',
          }
        : undefined,
    async (next) => {
      const options = optimisticChange(id, { status: next });
      await mutate('PATCH /api/admin/players/:id', { params, body: { status: next } }, options);
      const resumedTitle = status === 'blocked' ? 'Tela desbloqueada' : 'Tela retomada';
      const titles = { active: resumedTitle, paused: 'Tela pausada', blocked: 'Tela bloqueada' };
      toast({ title: titles[next], description: name });
    },
  );

  const [removePlaylist] = useAction('Erro ao remover playlist', async () => {
    const undo = undoRemoval(screen);
    const options = optimisticChange(id, { assignedPlaylist: null });
    await mutate('DELETE /api/admin/players/:id/assign-playlist', { params }, options);
    toast({ title: 'Playlist removida', description: name, action: undo });
  });

  const [disconnect] = useConfirmedAction(
    'Erro ao desconectar',
    {
      title: 'Desconectar TV Box?',
      text: `${screenAndOwner} para de exibir e o código atual deixa de valer. Para voltar, digite o novo código na TV. A playlist continua escolhida.`,
      action: 'Desconectar',
    },
    () => renewCode('POST /api/admin/players/:id/disconnect', 'TV Box desconectado'),
  );

  const [reset] = useConfirmedAction(
    'Erro ao resetar tela',
    {
      title: 'Resetar tela?',
      text: `${screenAndOwner} volta ao estado de nova: a TV é desconectada, a playlist sai da tela e um novo código é criado.`,
      action: 'Resetar',
    },
    () => renewCode('POST /api/admin/players/:id/reset', 'Tela resetada'),
  );

  async function renewCode(
    call: 'POST /api/admin/players/:id/disconnect' | 'POST /api/admin/players/:id/reset',
    title: string,
  ): Promise<void> {
    const { activationCode } = await mutate(call, { params });
    toast({ title, description: `Novo código de ${name}: ${activationCode}` });
  }

  const [remove] = useConfirmedAction(
    'Erro ao excluir tela',
    {
      title: 'Excluir tela?',
      text: `${screenAndOwner} deixa de existir e a TV para de exibir. Não é possível desfazer.`,
      action: 'Excluir',
    },
    async () => {
      const optimistic = [change('GET /api/admin/players', (all) => all.filter((each) => each.id !== id))];
      await mutate('DELETE /api/admin/players/:id', { params }, { optimistic });
      toast({ title: 'Tela excluída', description: name });
      // The focus was in the deleted card: move it to the count above the list, for keyboard users.
      focusIfLost(() => document.getElementById(countElementId));
    },
  );

  return { setStatus, removePlaylist, disconnect, reset, remove };
}
