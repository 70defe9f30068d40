/**
 * Focuses the first invalid field, unless another element gets the focus meanwhile, because then the person already types elsewhere.
 * Waits up to `frames` frames for an invalid field: an error from the server may be rendered later.
 */
export function focusInvalidField(form: HTMLElement | null, frames = 30, focused = document.activeElement): void {
  requestAnimationFrame(() => {
    const hasMoved = document.activeElement !== focused && document.activeElement !== document.body;
    const field = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (hasMoved || !form?.isConnected) return;
    if (field) field.focus();
    else if (frames > 1) focusInvalidField(form, frames - 1, focused);
  });
}
