import { limits } from '../../../src/contract/limits.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { useAction } from '../../state/form/use-action.ts';
import { mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';

/** Returns the action that makes a TV show its screen's name, with `call` (contract/README 9.12). */
export const useIdentify = (
  call: 'POST /api/my-players/:id/identify' | 'POST /api/admin/players/:id/identify',
  { id, name }: Pick<MyPlayer, 'id' | 'name'>,
) =>
  useAction('Erro ao identificar a tela', async () => {
    await mutate(call, { params: { id } });
    toast({ title: 'Procure a TV', description: `Ela mostra “${name}” por ${limits.identifyMs / 1000} segundos.` });
  });
