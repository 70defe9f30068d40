/** Toasts: one at a time, the newest replaces the last; it stays until closed (contract/README 13.2). */
import { signal } from '@preact/signals-react';
import { limits } from '../../src/contract/limits.ts';
import { messageOf } from '../api/client.ts';

export interface Toast {
  /** Grows with each toast: equal texts in a row are announced again. */
  id: number;
  title: string;
  description?: string;
  /** `info`: neither a success nor an error. */
  variant: 'default' | 'info' | 'destructive';
}

export const currentToast = signal<Toast | undefined>(undefined);

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/** Shows a toast: `toast({ title: 'Playlist criada' })`. */
export function toast({
  title,
  description,
  variant = 'default',
}: {
  title: string;
  description?: string;
  variant?: Toast['variant'];
}): void {
  clearTimeout(removal);
  lastId += 1;
  currentToast.value = { id: lastId, title, description, variant };
  removal = setTimeout(closeToast, limits.toastRemovalMs);
}

/** A destructive toast with the server's message, or 'Erro desconhecido': `toastError('Erro ao excluir', error)`. */
export function toastError(title: string, error: unknown): void {
  toast({ title, description: messageOf(error), variant: 'destructive' });
}

export function closeToast(): void {
  clearTimeout(removal);
  currentToast.value = undefined;
}
