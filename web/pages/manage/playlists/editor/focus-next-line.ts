/** After line `index` was removed, focuses the button `selector` of the next line, else of the last line, else the container. */
export function focusNextLine(container: HTMLElement | null, selector: string, index: number): void {
  requestAnimationFrame(() => {
    if (!container?.isConnected) return;
    const buttons = container.querySelectorAll<HTMLElement>(selector);
    (buttons[Math.min(index, buttons.length - 1)] ?? container).focus({ preventScroll: true });
  });
}
