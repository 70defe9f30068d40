import { confirm } from '../../state/confirm.ts';
import { mutate } from '../../state/resources/resource.ts';
import { hasCapability } from '../../state/session.ts';
import { toast } from '../../state/toasts.ts';
import { useAction } from '../../state/form/use-action.ts';
import type { ListedNotice } from './urgent-list.ts';

/** Returns the action that ends a notice after a confirmation. Only managers may end those of managers (contract/README 18.2). */
export function useEndUrgent({ notice: { id, isPlatform }, isFromManagersList }: ListedNotice) {
  const [end, isEnding] = useAction('Erro ao encerrar o aviso', async () => {
    const question = { title: 'Encerrar o aviso agora?', text: 'As telas voltam à programação.', action: 'Encerrar' };
    if (!(await confirm(question))) return;
    const input = { params: { id } };
    if (isFromManagersList) await mutate('POST /api/admin/urgent/:id/end', input);
    else await mutate('POST /api/urgent/:id/end', input);
    toast({ title: '✓ Aviso encerrado' });
  });
  return { end: () => void end(), isEnding, mayEnd: hasCapability('urgent') && (isFromManagersList || !isPlatform) };
}
