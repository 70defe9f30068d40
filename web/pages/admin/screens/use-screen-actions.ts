import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { change, type ResourceKey, mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { useConfirmedAction } from '../../../state/form/use-confirmed-action.ts';
import { undoAction } from '../../../components/screens/undo-stop.ts';
import { focusIfLost } from '../../../ui/overlay/focus-if-lost.ts';

/** Id of the line that counts the screens. */
export const resultsId = 'telas-encontradas';

/** Resources that a change of a screen invalidates. */
export const screenReads: readonly ResourceKey[] = [
  'GET /api/admin/players',
  'GET /api/my-players',
  'GET /api/admin/overview',
];

type Status = 'active' | 'paused' | 'blocked';

/** Options of a mutation that show its changes of one screen before the server responds. */
export const changing = (id: number, changes: Partial<AdminPlayer>) => ({
  optimistic: [
    change('GET /api/admin/players', (all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each))),
  ],
  invalidates: screenReads,
});

/** 'Desfazer' for a playlist that was taken from a screen. */
const undoRemoval = ({ id, name, assignedPlaylist: removed }: Pick<AdminPlayer, 'id' | 'name' | 'assignedPlaylist'>) =>
  undoAction(name, removed, (assignedPlaylist) =>
    mutate(
      'POST /api/admin/players/:id/assign-playlist',
      { params: { id }, body: { playlistId: assignedPlaylist.id, onlyIfStopped: true } },
      changing(id, { assignedPlaylist }),
    ),
  );

/** Actions for one screen that need no form; what takes its picture away asks first. */
export function useScreenActions(screen: Pick<AdminPlayer, 'id' | 'name' | 'status' | 'owner' | 'assignedPlaylist'>) {
  const { id, name, status, owner } = screen;
  const params = { id };
  const whose = `${name}, de ${owner.username},`;

  const [setStatus] = useConfirmedAction(
    'Erro ao atualizar tela',
    (next: Status) =>
      next === 'blocked'
        ? {
            title: 'Bloquear tela?',
            text: `${whose} para de exibir em segundos. Nada é excluído: ao desbloquear, a TV volta ao que exibia.`,
            action: 'Bloquear',
          }
        : undefined,
    async (next) => {
      await mutate('PATCH /api/admin/players/:id', { params, body: { status: next } }, changing(id, { status: next }));
      const resumed = status === 'blocked' ? 'Tela desbloqueada' : 'Tela retomada';
      const titles = { active: resumed, paused: 'Tela pausada', blocked: 'Tela bloqueada' };
      toast({ title: titles[next], description: name });
    },
  );

  const [removePlaylist] = useAction('Erro ao remover playlist', async () => {
    const undo = undoRemoval(screen);
    await mutate('DELETE /api/admin/players/:id/assign-playlist', { params }, changing(id, { assignedPlaylist: null }));
    toast({ title: 'Playlist removida', description: name, action: undo });
  });

  const [disconnect] = useConfirmedAction(
    'Erro ao desconectar',
    {
      title: 'Desconectar TV Box?',
      text: `${whose} para de exibir e o código atual deixa de valer. Para voltar, digite o novo código na TV. A playlist continua escolhida.`,
      action: 'Desconectar',
    },
    () => renewCode('POST /api/admin/players/:id/disconnect', 'TV Box desconectado'),
  );

  const [reset] = useConfirmedAction(
    'Erro ao resetar tela',
    {
      title: 'Resetar tela?',
      text: `${whose} volta ao estado de nova: a TV é desconectada, a playlist sai da tela e um novo código é criado.`,
      action: 'Resetar',
    },
    () => renewCode('POST /api/admin/players/:id/reset', 'Tela resetada'),
  );

  async function renewCode(
    call: 'POST /api/admin/players/:id/disconnect' | 'POST /api/admin/players/:id/reset',
    title: string,
  ): Promise<void> {
    const { activationCode } = await mutate(call, { params }, { invalidates: screenReads });
    toast({ title, description: `Novo código de ${name}: ${activationCode}` });
  }

  const [remove] = useConfirmedAction(
    'Erro ao excluir tela',
    {
      title: 'Excluir tela?',
      text: `${whose} deixa de existir e a TV para de exibir. Não é possível desfazer.`,
      action: 'Excluir',
    },
    async () => {
      const optimistic = [change('GET /api/admin/players', (all) => all.filter((each) => each.id !== id))];
      await mutate('DELETE /api/admin/players/:id', { params }, { optimistic, invalidates: screenReads });
      toast({ title: 'Tela excluída', description: name });
      // The card went, and the focus with it: keyboard users go on from the count above the list.
      focusIfLost(() => document.getElementById(resultsId));
    },
  );

  return { setStatus, removePlaylist, disconnect, reset, remove };
}
