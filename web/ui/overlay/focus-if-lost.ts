/** Focuses the element that `find` returns, in the next frame and only if no other element has the focus then. */
export function focusIfLost(find: () => HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
  });
}
