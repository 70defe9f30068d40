/**
 * Toasts: one at a time, the newest replaces the last; it stays until closed (contract/README 13.2). One that offers an
 * action ('Desfazer') leaves when the time to take it is over.
 */
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
  action?: ToastAction;
}

export interface ToastAction {
  /** 'Desfazer'. */
  label: string;
  /** The toast closes first: what goes wrong is told by another one. */
  onAct: () => void;
}

export const currentToast = signal<Toast | undefined>(undefined);

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;

/**
 * Shows a toast: `toast({ title: 'Playlist criada' })`. With an action it stays for `limits.undoMs`:
 * `toast({ title: 'Vídeo excluído', action: { label: 'Desfazer', onAct: restore } })`.
 */
export function toast({
  title,
  description,
  variant = 'default',
  action,
}: {
  title: string;
  description?: string;
  variant?: Toast['variant'];
  action?: ToastAction;
}): void {
  clearTimeout(removal);
  lastId += 1;
  currentToast.value = { id: lastId, title, description, variant, ...(action && { action: closingFirst(action) }) };
  removal = setTimeout(closeToast, action ? limits.undoMs : limits.toastRemovalMs);
}

const closingFirst = ({ label, onAct }: ToastAction): ToastAction => ({
  label,
  onAct() {
    closeToast();
    onAct();
  },
});

/** A destructive toast with the server's message, or 'Erro desconhecido': `toastError('Erro ao excluir', error)`. */
export function toastError(title: string, error: unknown): void {
  toast({ title, description: messageOf(error), variant: 'destructive' });
}

export function closeToast(): void {
  clearTimeout(removal);
  currentToast.value = undefined;
}
