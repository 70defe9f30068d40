/** In the next frame, unless something has the focus by then, focuses what `find` returns. */
export function focusWhenLost(find: () => HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) find()?.focus({ preventScroll: true });
  });
}
