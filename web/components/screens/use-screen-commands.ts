import { limits } from '../../../src/contract/limits.ts';
import type { MyPlayer } from '../../../src/contract/players.ts';
import { useAction } from '../../state/form/use-action.ts';
import { mutate } from '../../state/resources/resource.ts';
import { toast } from '../../state/toasts.ts';

/** Returns the action that makes a TV show its screen's name, through `call` (contract/README 9.12). */
export const useIdentify = (
  call: 'POST /api/my-players/:id/identify' | 'POST /api/admin/players/:id/identify',
  { id, name }: Pick<MyPlayer, 'id' | 'name'>,
) =>
  useAction('Erro ao identificar a tela', async () => {
    await mutate(call, { params: { id } });
    toast({ title: 'Procure a TV', description: `Ela mostra “${name}” por ${limits.identifyMs / 1000} segundos.` });
  });

/** Returns the action that makes a TV load its page again, through `call` (contract/README 9.15). */
export const useRestart = (
  call: 'POST /api/my-players/:id/restart' | 'POST /api/admin/players/:id/restart',
  { id, name }: Pick<MyPlayer, 'id' | 'name'>,
) =>
  useAction('Erro ao reiniciar a página', async () => {
    await mutate(call, { params: { id } });
    toast({ title: 'A página da TV reinicia', description: `“${name}” continua a exibir em alguns segundos.` });
  });
