import type { AdminPlayer } from '../../../../src/contract/players.ts';
import { confirm } from '../../../state/confirm.ts';
import { change, type ReadKey, mutate } from '../../../state/resources/resource.ts';
import { toast } from '../../../state/toasts.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { undoAction } from '../../../components/screens/undo-stop.ts';
import { keepFocus } from './keep-focus.ts';

/** Resources that a change of a screen invalidates. */
export const screenReads: readonly ReadKey[] = [
  'GET /api/admin/players',
  'GET /api/my-players',
  'GET /api/admin/overview',
];

type Status = 'active' | 'paused' | 'blocked';

/** Shows a change of one screen before the server responds. */
export const changeScreen = (id: number, changes: Partial<AdminPlayer>) =>
  change('GET /api/admin/players', (all) => all.map((each) => (each.id === id ? { ...each, ...changes } : each)));

/** 'Desfazer' for a playlist that was taken from a screen. */
const undoRemoval = ({ id, name, assignedPlaylist: removed }: Pick<AdminPlayer, 'id' | 'name' | 'assignedPlaylist'>) =>
  undoAction(name, removed, (assignedPlaylist) =>
    mutate(
      'POST /api/admin/players/:id/assign-playlist',
      { params: { id }, body: { playlistId: assignedPlaylist.id, onlyIfStopped: true } },
      { optimistic: [changeScreen(id, { assignedPlaylist })], invalidates: screenReads },
    ),
  );

/** Actions for one screen that need no form; what takes its picture away asks first. */
export function useScreenActions(screen: Pick<AdminPlayer, 'id' | 'name' | 'status' | 'owner' | 'assignedPlaylist'>) {
  const { id, name, status, owner } = screen;
  const params = { id };

  const [setStatus] = useAction('Erro ao atualizar tela', async (next: Status) => {
    await mutate(
      'PATCH /api/admin/players/:id',
      { params, body: { status: next } },
      { optimistic: [changeScreen(id, { status: next })], invalidates: screenReads },
    );
    const title =
      next === 'paused'
        ? 'Tela pausada'
        : next === 'blocked'
          ? 'Tela bloqueada'
          : status === 'blocked'
            ? 'Tela desbloqueada'
            : 'Tela retomada';
    toast({ title, description: name });
  });

  const [removePlaylist] = useAction('Erro ao remover playlist', async () => {
    const undo = undoRemoval(screen);
    await mutate(
      'DELETE /api/admin/players/:id/assign-playlist',
      { params },
      { optimistic: [changeScreen(id, { assignedPlaylist: null })], invalidates: screenReads },
    );
    toast({ title: 'Playlist removida', description: name, action: undo });
  });

  const [disconnect] = useAction('Erro ao desconectar', async () => {
    const { activationCode } = await mutate(
      'POST /api/admin/players/:id/disconnect',
      { params },
      { invalidates: screenReads },
    );
    toast({ title: 'TV Box desconectado', description: `Novo código de ${name}: ${activationCode}` });
  });

  const [reset] = useAction('Erro ao resetar tela', async () => {
    const { activationCode } = await mutate(
      'POST /api/admin/players/:id/reset',
      { params },
      { invalidates: screenReads },
    );
    toast({ title: 'Tela resetada', description: `Novo código de ${name}: ${activationCode}` });
  });

  const [remove] = useAction('Erro ao excluir tela', async () => {
    await mutate(
      'DELETE /api/admin/players/:id',
      { params },
      {
        optimistic: [change('GET /api/admin/players', (all) => all.filter((each) => each.id !== id))],
        invalidates: screenReads,
      },
    );
    toast({ title: 'Tela excluída', description: name });
    keepFocus();
  });

  const whose = `${name}, de ${owner.username},`;
  const after = (question: Parameters<typeof confirm>[0], action: () => Promise<unknown>) => async () => {
    if (await confirm(question)) await action();
  };
  return {
    pause: () => setStatus('paused'),
    activate: () => setStatus('active'),
    block: after(
      {
        title: 'Bloquear tela?',
        text: `${whose} para de exibir em segundos. Nada é excluído: ao desbloquear, a TV volta ao que exibia.`,
        action: 'Bloquear',
      },
      () => setStatus('blocked'),
    ),
    removePlaylist,
    disconnect: after(
      {
        title: 'Desconectar TV Box?',
        text: `${whose} para de exibir e o código atual deixa de valer. Para voltar, digite o novo código na TV. A playlist continua escolhida.`,
        action: 'Desconectar',
      },
      disconnect,
    ),
    reset: after(
      {
        title: 'Resetar tela?',
        text: `${whose} volta ao estado de nova: a TV é desconectada, a playlist sai da tela e um novo código é criado.`,
        action: 'Resetar',
      },
      reset,
    ),
    remove: after(
      {
        title: 'Excluir tela?',
        text: `${whose} deixa de existir e a TV para de exibir. Não é possível desfazer.`,
        action: 'Excluir',
      },
      remove,
    ),
  };
}
