/** Focuses the first invalid field. Waits up to `frames` frames for one: an error from the server may be rendered later. */
export function focusInvalidField(form: HTMLElement | null, frames = 30): void {
  requestAnimationFrame(() => {
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (field) field.focus();
    else if (form?.isConnected && frames > 1) focusInvalidField(form, frames - 1);
  });
}
