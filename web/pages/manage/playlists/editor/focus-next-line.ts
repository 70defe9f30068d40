/**
 * A line with the focused button goes away: once the page is drawn again, the same button of the line that took its place
 * has the focus, or of the last one; without lines, the container (give it tabIndex -1).
 */
export function focusNextLine(container: HTMLElement | null, selector: string, index: number): void {
  requestAnimationFrame(() => {
    if (!container?.isConnected) return;
    const buttons = container.querySelectorAll<HTMLElement>(selector);
    (buttons[Math.min(index, buttons.length - 1)] ?? container).focus({ preventScroll: true });
  });
}
