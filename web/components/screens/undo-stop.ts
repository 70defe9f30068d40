import type { MyPlayer } from '../../../src/contract/players.ts';
import { type ToastAction, toast, toastError } from '../../state/toasts.ts';

type RemovedPlaylist = NonNullable<MyPlayer['assignedPlaylist']>;

/** Returns the action of a toast that assigns a removed playlist again with `send`; undefined when the screen had no playlist. */
export function undoStopAction(
  screenName: string,
  removed: RemovedPlaylist | null,
  send: (playlist: RemovedPlaylist) => Promise<unknown>,
): ToastAction | undefined {
  if (!removed) return undefined;
  return {
    label: 'Desfazer',
    onAct: () =>
      void send(removed).then(
        () => toast({ title: 'Playlist de volta', description: `${removed.name} em ${screenName}` }),
        (error: unknown) => toastError('Erro ao desfazer', error),
      ),
  };
}
