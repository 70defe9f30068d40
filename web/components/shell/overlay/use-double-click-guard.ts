import { useEffect } from 'react';

/** Maximum time between the two clicks of an unintended double click. */
const doubleClickMs = 400;

/**
 * Ignores the second click of a double click when it hits another control: the first may have removed a row or closed a dialog,
 * and the second would hit the control that moved into its place.
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

/** Returns the clicked control. For a label this is its checkbox, because the browser repeats the click there. */
const controlOf = (target: Element): Element =>
  target.closest('label')?.control ?? target.closest('a, button, input, select') ?? target;
