import type { RefObject } from 'react';

/** Gives the focus to the first field with an error, after the errors are shown. */
export function focusFirstError(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
