import { useSignals } from '@preact/signals-react/runtime';
import { useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { closeToast, currentToast } from '../../state/toasts.ts';
import { Toast } from '../../ui/Toast.tsx';
import styles from './Toaster.module.css';

/** Where the toast appears: outside the page, so that it can be read and closed above an open dialog. */
export function Toaster() {
  useSignals();
  const toast = currentToast.value;
  // Dialogs and, where the bar has no room, pages begin below the toast (ui/Dialog.module.css, ui/base.css).
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const height = Math.max(0, ...[...toastRoot().children].map((place) => place.clientHeight));
    if (height > 0) style.setProperty('--toast-space', `${height}px`);
    else style.removeProperty('--toast-space');
  }, [toast]);
  return createPortal(
    <>
      <div className={styles.place} role="status" aria-live="polite" aria-atomic="true">
        {toast && toast.variant !== 'destructive' && <Toast key={toast.id} {...toast} onClose={closeToast} />}
      </div>
      <div className={styles.place} role="alert" aria-live="assertive" aria-atomic="true">
        {toast?.variant === 'destructive' && <Toast key={toast.id} {...toast} onClose={closeToast} />}
      </div>
    </>,
    toastRoot(),
  );
}

let root: HTMLElement | undefined;

function toastRoot(): HTMLElement {
  if (!root) {
    root = document.createElement('div');
    root.dataset.alwaysReachable = '';
    document.body.append(root);
  }
  return root;
}
