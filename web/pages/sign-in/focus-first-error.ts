import type { RefObject } from 'react';

/** After a refused submit: the first field with an error, once it is marked. */
export function focusFirstError(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
