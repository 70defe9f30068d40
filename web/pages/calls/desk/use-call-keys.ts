import { useEffect, useRef } from 'react';

export type CallKeys = Partial<Record<'F2' | 'F3' | 'F4' | 'F6' | 'F7' | 'F8' | 'F9' | 'F10' | 'Escape', () => void>>;

/** Runs the action of a pressed key, regardless of the focus. Ignores keys while a dialog or menu is open. */
export function useCallKeys(keys: CallKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const run = latest.current[event.key as keyof CallKeys];
      if (!run || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return;
      // Browsers have their own actions for some of these keys.
      event.preventDefault();
      if (!event.repeat) run();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
}
