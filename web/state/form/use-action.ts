import { useCallback, useRef, useState } from 'react';
import { toastError } from '../toasts.ts';

/**
 * An asynchronous click: pending while it runs (a second click meanwhile is ignored), a destructive toast when it throws.
 *
 *     const [create, creating] = useAction('Erro ao criar playlist', async () => {
 *       await mutate('POST /api/playlists', { body }, { invalidates: ['GET /api/playlists'] });
 *       toast({ title: 'Playlist criada' });
 *     });
 *
 * `onError` returns true when it has shown the error itself (field errors, say). The promise is true on success.
 */
export function useAction<Input extends unknown[]>(
  errorTitle: string,
  action: (...input: Input) => Promise<unknown>,
  onError?: (error: unknown) => boolean,
): [run: (...input: Input) => Promise<boolean>, pending: boolean] {
  const [pending, setPending] = useState(false);
  const isRunning = useRef(false);
  const latest = useRef({ errorTitle, action, onError });
  latest.current = { errorTitle, action, onError };
  const run = useCallback(async (...input: Input) => {
    if (isRunning.current) return false;
    isRunning.current = true;
    setPending(true);
    try {
      await latest.current.action(...input);
      return true;
    } catch (error) {
      if (!latest.current.onError?.(error)) toastError(latest.current.errorTitle, error);
      return false;
    } finally {
      isRunning.current = false;
      setPending(false);
    }
  }, []);
  return [run, pending];
}
