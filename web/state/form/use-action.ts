import { useCallback, useRef, useState } from 'react';
import { toastError } from '../toasts.ts';

/**
 * Returns a function that runs `action`, and whether it is running: `const [create, creating] = useAction('Erro ao criar', ...)`.
 * While the action is running, the function does nothing. If the action throws, it shows a toast unless `onError` returns true.
 * It resolves to true if it ran the action successfully, else to false.
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
