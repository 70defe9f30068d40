/**
 * Shows toasts one at a time; a new one replaces the last. A success disappears after a few seconds, a toast with an action after
 * `limits.undoMs`, others when they are closed, or when their page or dialog is left (contract/README 13.2).
 */
import { signal } from '@preact/signals-react';
import { limits } from '../../src/contract/limits.ts';
import { messageOf } from '../api/client.ts';
import { onceTopLayerClosed } from '../ui/overlay/layers.ts';

export interface Toast {
  /** Incremented for each toast, so that screen readers announce a repeated text again. */
  id: number;
  title: string;
  description?: string;
  /** `default`: a success; `info`: neither a success nor an error; `destructive`: an error. */
  variant: 'default' | 'info' | 'destructive';
  action?: ToastAction;
}

export interface ToastAction {
  label: string;
  /** Called after the toast has closed; a failure of the action is shown in another toast. */
  onAct: () => void;
}

export const currentToast = signal<Toast | undefined>(undefined);

let lastId = 0;
let removalTimer: ReturnType<typeof setTimeout> | undefined;
let isHeld = false;
/** The last background toast that waits until a toast with an action closes; a success does not replace a failure. */
let pendingToast: Omit<Toast, 'id'> | undefined;
let stopWatchingDialog = (): void => undefined;

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
  /** For background work: waits while another toast offers an action, and stays when a dialog closes. */
  isBackground?: boolean;
  /** True for an error that does not concern the open dialog: the toast stays when the dialog closes. */
  outlivesDialog?: boolean;
}): void {
  if (isBackground && currentToast.peek()?.action) {
    if (pendingToast?.variant !== 'destructive' || variant === 'destructive')
      pendingToast = { title, description, variant };
    return;
  }
  lastId += 1;
  stopWatchingDialog();
  if (variant === 'destructive' && !outlivesDialog) stopWatchingDialog = onceTopLayerClosed(closeToast);
  currentToast.value = {
    id: lastId,
    title,
    description,
    variant,
    ...(action && { action: closeBeforeAction(action) }),
  };
  clearTimeout(removalTimer);
  if (action) removalTimer = setTimeout(closeToast, limits.undoMs);
  else scheduleRemoval();
}

/** Removes the toast after its time. A success stays while the pointer or the focus is on it. */
function scheduleRemoval(): void {
  clearTimeout(removalTimer);
  const isSuccess = currentToast.peek()?.variant === 'default';
  if (isSuccess && isHeld) return;
  removalTimer = setTimeout(closeToast, isSuccess ? limits.successToastMs : limits.toastRemovalMs);
}

/** Call with true while the pointer or the focus is on the toast: a success then stays, and afterwards its time begins again. */
export function holdToast(isRead: boolean): void {
  if (isRead === isHeld) return;
  isHeld = isRead;
  const shown = currentToast.peek();
  // The time in which an action can be undone cannot be extended.
  if (shown && !shown.action) scheduleRemoval();
}

const closeBeforeAction = ({ label, onAct }: ToastAction): ToastAction => ({
  label,
  onAct() {
    const waitingToast = pendingToast;
    dropToasts();
    // The waiting toast is shown after the toasts of the action.
    pendingToast = waitingToast;
    onAct();
  },
});

/** Shows an error with the server's message, or 'Erro desconhecido': `toastError('Erro ao excluir', error)`. */
export function toastError(title: string, error: unknown): void {
  toast({ title, description: messageOf(error), variant: 'destructive' });
}

export function closeToast(): void {
  clearTimeout(removalTimer);
  stopWatchingDialog();
  isHeld = false;
  currentToast.value = undefined;
  const next = pendingToast;
  pendingToast = undefined;
  if (next) toast({ ...next, isBackground: true });
}

/** Removes the shown and the waiting toast, for example when the session ends. */
export function dropToasts(): void {
  pendingToast = undefined;
  closeToast();
}

/** Closes the toast if it is an error. Called when the page, or the part of the page that the error concerns, is left. */
export function closeErrorToast(): void {
  if (currentToast.peek()?.variant === 'destructive') closeToast();
}
