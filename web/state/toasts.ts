/**
 * Toasts: one at a time, the newest replaces the last. A success leaves after a few seconds, one with an action when the time
 * for it is over, others when they are closed or their page or dialog is left (contract/README 13.2).
 */
import { signal } from '@preact/signals-react';
import { limits } from '../../src/contract/limits.ts';
import { messageOf } from '../api/client.ts';
import { onceTopLayerClosed } from '../ui/overlay/layers.ts';

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
  label: string;
  /** The toast closes first: what goes wrong is shown by another one. */
  onAct: () => void;
}

export const currentToast = signal<Toast | undefined>(undefined);

let lastId = 0;
let removal: ReturnType<typeof setTimeout> | undefined;
let isHeld = false;
/** News that came while an action could still be taken: the last of it, a failure before a success. */
let news: Omit<Toast, 'id'> | undefined;
let forgetDialog = (): void => undefined;

/** Shows a toast: `toast({ title: 'Playlist criada' })`. With an action it stays for `limits.undoMs`. */
export function toast({
  title,
  description,
  variant = 'default',
  action,
  isBackground = false,
  outlivesDialog = isBackground,
}: {
  title: string;
  description?: string;
  variant?: Toast['variant'];
  action?: ToastAction;
  /** About background work: waits while another toast offers an action, and outlives dialogs. */
  isBackground?: boolean;
  /** An error that is not about the dialog which happens to be open. */
  outlivesDialog?: boolean;
}): void {
  if (isBackground && currentToast.peek()?.action) {
    if (news?.variant !== 'destructive' || variant === 'destructive') news = { title, description, variant };
    return;
  }
  lastId += 1;
  forgetDialog();
  if (variant === 'destructive' && !outlivesDialog) forgetDialog = onceTopLayerClosed(closeToast);
  currentToast.value = { id: lastId, title, description, variant, ...(action && { action: closingFirst(action) }) };
  clearTimeout(removal);
  if (action) removal = setTimeout(closeToast, limits.undoMs);
  else scheduleRemoval();
}

/** A success is read in a few seconds; nobody counts them while the pointer or the focus is on the toast. */
function scheduleRemoval(): void {
  clearTimeout(removal);
  const isSuccess = currentToast.peek()?.variant === 'default';
  if (isSuccess && isHeld) return;
  removal = setTimeout(closeToast, isSuccess ? limits.successToastMs : limits.toastRemovalMs);
}

/** Somebody is reading the toast, or about to press its button; false: not any more, and its time begins again. */
export function holdToast(isRead: boolean): void {
  if (isRead === isHeld) return;
  isHeld = isRead;
  const shown = currentToast.peek();
  // Nobody can hold the time in which something can be taken back.
  if (shown && !shown.action) scheduleRemoval();
}

const closingFirst = ({ label, onAct }: ToastAction): ToastAction => ({
  label,
  onAct() {
    const later = news;
    dropToasts();
    // After what the action itself has to say.
    news = later;
    onAct();
  },
});

/** A destructive toast with the server's message, or 'Erro desconhecido': `toastError('Erro ao excluir', error)`. */
export function toastError(title: string, error: unknown): void {
  toast({ title, description: messageOf(error), variant: 'destructive' });
}

export function closeToast(): void {
  clearTimeout(removal);
  forgetDialog();
  isHeld = false;
  currentToast.value = undefined;
  const next = news;
  news = undefined;
  if (next) toast({ ...next, isBackground: true });
}

/** Drops all toasts, also those that wait: their person has left. */
export function dropToasts(): void {
  news = undefined;
  closeToast();
}

/** The page, or the part of it, that an error is about has been left. */
export function closeErrorToast(): void {
  if (currentToast.peek()?.variant === 'destructive') closeToast();
}
