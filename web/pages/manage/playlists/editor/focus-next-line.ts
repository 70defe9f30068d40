/** After the removal of the line at `index`, focuses the button `selector` of the next or else last line, or the container. */
export function focusNextLine(container: HTMLElement | null, selector: string, index: number): void {
  requestAnimationFrame(() => {
    if (!container?.isConnected) return;
    const buttons = container.querySelectorAll<HTMLElement>(selector);
    (buttons[Math.min(index, buttons.length - 1)] ?? container).focus({ preventScroll: true });
  });
}
