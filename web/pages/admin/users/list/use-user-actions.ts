import type { ListedAccountWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { change, mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { useConfirmedAction } from '../../../../state/form/use-confirmed-action.ts';
import { focusIfLost } from '../../../../ui/overlay/focus-if-lost.ts';

/** Element id of the line with the number of accounts. */
export const countElementId = 'usuarios-encontrados';
/** Returns the element id of an account's buttons. */
export const actionsElementId = (userId: number) => `usuario-${userId}`;

/** Returns the actions on one account. Aprovar and Desbloquear send the same API call; so do Rejeitar and Bloquear. */
export function useUserActions({ id, status, username }: ListedAccountWithCounts) {
  /** If the pressed button has disappeared, focuses the account's first button, or else the line with the number of accounts. */
  const keepFocus = () =>
    focusIfLost(
      () =>
        document.querySelector<HTMLElement>(`#${actionsElementId(id)} button`) ??
        document.getElementById(countElementId),
    );
  const wasBlocked = status === 'blocked';
  const statusChange = (next: ListedAccountWithCounts['status']) => ({
    optimistic: [
      change('GET /api/admin/users-with-counts', (all) =>
        all.map((each) => (each.id === id ? { ...each, status: next } : each)),
      ),
    ],
  });

  const [approve] = useAction(wasBlocked ? 'Erro ao desbloquear usuário' : 'Erro ao aprovar usuário', async () => {
    const { user } = await mutate('POST /api/admin/users/:id/approve', { params: { id } }, statusChange('approved'));
    toast({
      title: wasBlocked ? 'Usuário desbloqueado' : 'Usuário aprovado',
      description: `${user.username} já pode entrar no studio.`,
    });
    keepFocus();
  });

  const [block] = useConfirmedAction(
    'Erro ao bloquear usuário',
    status === 'pending'
      ? {
          title: 'Rejeitar cadastro?',
          text: `${username} não poderá entrar. Você pode desbloquear a conta depois.`,
          action: 'Rejeitar',
        }
      : {
          title: 'Bloquear usuário?',
          text: `As sessões de ${username} são encerradas e as telas da conta param de exibir em segundos. Nada é excluído.`,
          action: 'Bloquear',
        },
    async () => {
      const { user } = await mutate('POST /api/admin/users/:id/block', { params: { id } }, statusChange('blocked'));
      toast({ title: 'Usuário bloqueado', description: `${user.username} não pode mais entrar.` });
      keepFocus();
    },
  );

  const [removeSecondFactor] = useConfirmedAction(
    'Erro ao desligar a verificação',
    {
      title: 'Desligar a verificação em duas etapas?',
      text: `Faça isto só se ${username} perdeu o celular e os códigos de recuperação: a senha sozinha volta a bastar para entrar.`,
      action: 'Desligar',
    },
    async () => {
      await mutate('DELETE /api/admin/users/:id/second-factor', { params: { id } });
      toast({ title: 'Verificação em duas etapas desligada', description: `${username} entra só com a senha.` });
      keepFocus();
    },
  );

  const [requireSecondFactor] = useConfirmedAction(
    'Erro ao mudar a exigência',
    (isRequired: boolean) =>
      isRequired
        ? {
            title: 'Exigir a verificação em duas etapas?',
            text: `Quem entra em ${username}, também a equipe, vai precisar de um aplicativo autenticador. Se alguém ainda não o usa, as sessões da conta são encerradas e a próxima entrada leva à configuração.`,
            action: 'Exigir',
          }
        : undefined,
    async (isRequired) => {
      const body = { isRequired };
      await mutate('PUT /api/admin/users/:id/second-factor', { params: { id }, body });
      toast({
        title: isRequired ? 'Verificação em duas etapas exigida' : 'Verificação em duas etapas opcional',
        description: isRequired ? `Quem entra em ${username} a configura na próxima entrada.` : username,
      });
      keepFocus();
    },
  );

  return { approve, block, removeSecondFactor, requireSecondFactor };
}
