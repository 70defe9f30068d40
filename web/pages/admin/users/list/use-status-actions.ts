import type { AdminUserWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { confirm } from '../../../../state/confirm.ts';
import { change, mutate } from '../../../../state/resources/resource.ts';
import { toast } from '../../../../state/toasts.ts';
import { useAction } from '../../../../state/form/use-action.ts';
import { keepFocus } from './keep-focus.ts';
import { userReads } from '../user-reads.ts';

/** Aprovar, Desbloquear (the same call), and Rejeitar / Bloquear (the same call) of one account. */
export function useStatusActions({ id, status, username }: AdminUserWithCounts) {
  const wasBlocked = status === 'blocked';
  const becomes = (next: AdminUserWithCounts['status']) => ({
    optimistic: [
      change('GET /api/admin/users-with-counts', (all) =>
        all.map((each) => (each.id === id ? { ...each, status: next } : each)),
      ),
    ],
    invalidates: userReads,
  });

  const [approve] = useAction(wasBlocked ? 'Erro ao desbloquear usuário' : 'Erro ao aprovar usuário', async () => {
    const { user } = await mutate('POST /api/admin/users/:id/approve', { params: { id } }, becomes('approved'));
    toast({
      title: wasBlocked ? 'Usuário desbloqueado' : 'Usuário aprovado',
      description: `${user.username} já pode entrar no studio.`,
    });
    keepFocus(id);
  });

  const [block] = useAction('Erro ao bloquear usuário', async () => {
    const { user } = await mutate('POST /api/admin/users/:id/block', { params: { id } }, becomes('blocked'));
    toast({ title: 'Usuário bloqueado', description: `${user.username} não pode mais entrar.` });
    keepFocus(id);
  });

  async function askAndBlock(): Promise<void> {
    const question =
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
          };
    if (await confirm(question)) await block();
  }

  const [removeSecondFactor] = useAction('Erro ao desligar a verificação', async () => {
    await mutate('DELETE /api/admin/users/:id/second-factor', { params: { id } }, { invalidates: userReads });
    toast({ title: 'Verificação em duas etapas desligada', description: `${username} entra só com a senha.` });
    keepFocus(id);
  });

  async function askAndRemoveSecondFactor(): Promise<void> {
    const isSure = await confirm({
      title: 'Desligar a verificação em duas etapas?',
      text: `Faça isto só se ${username} perdeu o celular e os códigos de recuperação: a senha sozinha volta a bastar para entrar.`,
      action: 'Desligar',
    });
    if (isSure) await removeSecondFactor();
  }

  const [setRequirement] = useAction('Erro ao mudar a exigência', async (isRequired: boolean) => {
    const body = { isRequired };
    await mutate('PUT /api/admin/users/:id/second-factor', { params: { id }, body }, { invalidates: userReads });
    toast({
      title: isRequired ? 'Verificação em duas etapas exigida' : 'Verificação em duas etapas opcional',
      description: isRequired ? `Quem entra em ${username} a configura na próxima entrada.` : username,
    });
    keepFocus(id);
  });

  async function requireSecondFactor(isRequired: boolean): Promise<void> {
    const isSure =
      !isRequired ||
      (await confirm({
        title: 'Exigir a verificação em duas etapas?',
        text: `Quem entra em ${username}, também a equipe, vai precisar de um aplicativo autenticador. Se alguém ainda não o usa, as sessões da conta são encerradas e a próxima entrada leva à configuração.`,
        action: 'Exigir',
      }));
    if (isSure) await setRequirement(isRequired);
  }

  return { requireSecondFactor, approve, block: askAndBlock, removeSecondFactor: askAndRemoveSecondFactor };
}
