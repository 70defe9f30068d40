/** Focuses, after a line was removed, the same button of the line now at `index`, or of the last, or the container. */
export function focusNextLine(container: HTMLElement | null, selector: string, index: number): void {
  requestAnimationFrame(() => {
    if (!container?.isConnected) return;
    const buttons = container.querySelectorAll<HTMLElement>(selector);
    (buttons[Math.min(index, buttons.length - 1)] ?? container).focus({ preventScroll: true });
  });
}
