import { mutate } from '../../../../state/resources/resource.ts';
import { confirm } from '../../../../state/confirm.ts';
import { toast, toastError } from '../../../../state/toasts.ts';
import { formatDate, formatDateTime, formatTime } from '../../../../ui/text/format.ts';

const dayMs = 86_400_000;

/** Returns 'hoje, 10:35', 'ontem, 10:35' or date and time. */
export function momentText(iso: string, now = Date.now()): string {
  const isDaysAgo = (days: number) => formatDate(iso) === formatDate(new Date(now - days * dayMs).toISOString());
  const day = isDaysAgo(0) ? 'hoje' : isDaysAgo(1) ? 'ontem' : undefined;
  return day ? `${day}, ${formatTime(iso)}` : formatDateTime(iso);
}

/** Asks, and lets the server go back to a backup. */
export async function confirmAndRestore(name: string, createdAt: string): Promise<void> {
  const moment = momentText(createdAt);
  const isConfirmed = await confirm({
    title: `Voltar para ${moment}?`,
    text:
      `Contas, conteúdos, playlists e telas do servidor inteiro voltam a ser como eram: ${moment}. O que veio depois sai ` +
      'de todas as contas; fica guardado no servidor, na pasta before-restore. As TVs continuam exibindo o que têm. O ' +
      'servidor para durante a troca, com muitos conteúdos por alguns minutos, e talvez você precise entrar de novo.',
    action: `Voltar para ${moment}`,
  });
  if (!isConfirmed) return;
  try {
    await mutate('POST /api/admin/backups/:name/restore', { params: { name } });
    toast({
      title: `Voltando para ${moment}`,
      description: 'Recarregue a página quando o servidor responder de novo.',
    });
  } catch (error) {
    toastError('Erro ao voltar para o backup', error);
  }
}
