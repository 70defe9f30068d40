/** Handles keys of the remote control: arrows move the focus, OK presses, Back closes. */

const focusable = 'button:not([disabled]), input:not([disabled]), a[href]';

/** Moves the focus to the next or previous control inside `container`, and wraps at both ends. */
export function moveFocus(container: Element, event: KeyboardEvent): void {
  const isText = event.target instanceof HTMLInputElement;
  const forward =
    event.key === 'ArrowDown' || (event.key === 'ArrowRight' && !isText) || (event.key === 'Tab' && !event.shiftKey);
  const backward =
    event.key === 'ArrowUp' || (event.key === 'ArrowLeft' && !isText) || (event.key === 'Tab' && event.shiftKey);
  if (!forward && !backward) return;
  event.preventDefault();
  const controls = Array.from(container.querySelectorAll<HTMLElement>(focusable)).filter(
    (control) => control.offsetParent !== null,
  );
  const index = controls.indexOf(document.activeElement as HTMLElement);
  const next = index < 0 ? 0 : (index + (forward ? 1 : -1) + controls.length) % controls.length;
  controls[next]?.focus();
}

/** True for a Back key; Android, Tizen and webOS name it differently. */
export const isBack = (event: KeyboardEvent): boolean =>
  event.key === 'GoBack' ||
  event.key === 'BrowserBack' ||
  event.key === 'Backspace' ||
  event.keyCode === 461 ||
  event.keyCode === 10009;
