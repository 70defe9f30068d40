import { useEffect } from 'react';

/** Slower than this, two clicks on the same spot are meant. */
const doubleClickMs = 400;

/**
 * Ignores the second click of a double click on another control: the first may have removed a line or closed a dialog, and
 * the second would hit what moved there.
 */
export function useDoubleClickGuard(): void {
  useEffect(() => {
    let last: { control: Element | null; atMs: number } | undefined;
    const guard = (event: MouseEvent) => {
      const control = event.target instanceof Element ? controlOf(event.target) : null;
      if (last && event.detail > 1 && control !== last.control && event.timeStamp - last.atMs < doubleClickMs) {
        event.preventDefault();
        event.stopPropagation();
      } else last = { control, atMs: event.timeStamp };
    };
    document.addEventListener('click', guard, true);
    return () => document.removeEventListener('click', guard, true);
  }, []);
}

/** Returns the checkbox of a label: a click on a label is followed by one on its checkbox. */
const controlOf = (target: Element): Element =>
  target.closest('label')?.control ?? target.closest('a, button, input, select') ?? target;
