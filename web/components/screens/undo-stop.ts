import type { MyPlayer } from '../../../src/contract/players.ts';
import { type ToastAction, toast, toastError } from '../../state/toasts.ts';

type StoppedPlaylist = NonNullable<MyPlayer['assignedPlaylist']>;

/** Returns the undo action for the toast of a stopped screen; undefined when it had no playlist. `send`: assigns it again. */
export function undoAction(
  screenName: string,
  stopped: StoppedPlaylist | null,
  send: (playlist: StoppedPlaylist) => Promise<unknown>,
): ToastAction | undefined {
  if (!stopped) return undefined;
  return {
    label: 'Desfazer',
    onAct: () =>
      void send(stopped).then(
        () => toast({ title: 'Playlist de volta', description: `${stopped.name} em ${screenName}` }),
        (error: unknown) => toastError('Erro ao desfazer', error),
      ),
  };
}
