/** Gives the focus to the first field that is marked as wrong, once it is: what only the server refused may take some frames to be drawn. */
export function focusWrongField(form: HTMLElement | null, frames = 30): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (form?.isConnected && frames > 1) focusWrongField(form, frames - 1);
  });
}
