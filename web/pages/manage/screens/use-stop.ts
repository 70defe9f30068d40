import type { MyPlayer } from '../../../../src/contract/players.ts';
import { stopScreen, undoStopActionFor } from '../../../components/screens/change-screens.ts';
import { useAction } from '../../../state/form/use-action.ts';
import { toast } from '../../../state/toasts.ts';

/** Returns a function that removes a screen's playlist and shows a toast with 'Desfazer', and true while the function runs. */
export function useStop(screen: MyPlayer) {
  return useAction('Erro ao parar reprodução', async () => {
    const undo = undoStopActionFor(screen);
    await stopScreen(screen.id);
    toast({ title: 'Reprodução parada', description: screen.name, action: undo });
  });
}
