/**
 * Moves the focus when the focused element disappears: in the next frame, unless something has the focus by then, what
 * `find` names gets it.
 */
export function focusWhenLost(find: () => HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
  });
}
