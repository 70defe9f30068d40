/** Remote control: arrows move the focus, OK presses, Back closes. */

const focusable = 'button:not([disabled]), input:not([disabled]), a[href]';

/** Moves the focus among the controls inside `container` in their order, around its ends. */
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

/** Remote controls name their Back key in several ways: Android, Tizen and webOS among them. */
export const isBack = (event: KeyboardEvent): boolean =>
  event.key === 'GoBack' ||
  event.key === 'BrowserBack' ||
  event.key === 'Backspace' ||
  event.keyCode === 461 ||
  event.keyCode === 10009;
