import { useSignals } from '@preact/signals-react/runtime';
import { effect } from '@preact/signals-react';
import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import { useEffect, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import { viewKeyOf } from '../../../navigation/view-key.ts';
import { currentLocation } from '../../../navigation/router.ts';
import { closeErrorToast, closeToast, currentToast, holdToast, type Toast } from '../../../state/toasts.ts';
import { Button } from '../../../ui/action/Button.tsx';
import { IconButton } from '../../../ui/action/IconButton.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { onceAllLayersClosed } from '../../../ui/overlay/layers.ts';
import { classNames } from '../../../ui/styles/class-names.ts';
import styles from './Toaster.module.css';

/** Shows the current toast, outside the page's root, so that it can be read and closed above an open dialog. */
export function Toaster() {
  useSignals();
  const toast = currentToast.value;
  // Dialogs begin below the toast (ui/overlay/Dialog.module.css). Open dialogs keep that position after the toast has closed.
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const height = Math.max(0, ...[...toastRoot().children].map((region) => region.clientHeight));
    if (height === 0) return onceAllLayersClosed(() => style.removeProperty('--toast-space'));
    style.setProperty('--toast-space', `${height}px`);
    return undefined;
  }, [toast]);
  // Closes an error toast when the person opens another view. One that appears together with the new view stays.
  useEffect(() => {
    let previous = viewKeyOf(currentLocation.peek());
    return effect(() => {
      const current = viewKeyOf(currentLocation.value);
      if (current !== previous) closeErrorToast();
      previous = current;
    });
  }, []);
  return createPortal(
    <>
      <div className={styles.region} role="status" aria-live="polite" aria-atomic="true" {...holdWhileUsed}>
        {toast && toast.variant !== 'destructive' && <ToastCard key={toast.id} {...toast} />}
      </div>
      <div className={styles.region} role="alert" aria-live="assertive" aria-atomic="true">
        {toast?.variant === 'destructive' && <ToastCard key={toast.id} {...toast} />}
      </div>
    </>,
    toastRoot(),
  );
}

const icons = { default: CircleCheck, info: Info, destructive: CircleAlert };

function ToastCard({ title, description, variant, action }: Toast) {
  const Icon = icons[variant];
  return (
    <Row gap={3} align="start" className={classNames(styles.toast, styles[variant])}>
      <Icon className={styles.icon} />
      <Text as="div" grow size="sm" className={styles.text}>
        <Text as="p" weight="bold" className={styles.title}>
          {title}
        </Text>
        {description && (
          <Text as="p" muted className={styles.description}>
            {description}
          </Text>
        )}
      </Text>
      {action && (
        <Button size="sm" onClick={action.onAct}>
          {action.label}
        </Button>
      )}
      <IconButton label="Fechar aviso" icon={<X />} size="sm" onClick={closeToast} />
    </Row>
  );
}

const holdWhileUsed = {
  onPointerEnter: () => holdToast(true),
  onPointerLeave: () => holdToast(false),
  onFocus: () => holdToast(true),
  onBlur: () => holdToast(false),
};

let root: HTMLElement | undefined;

function toastRoot(): HTMLElement {
  if (!root) {
    root = document.createElement('div');
    root.dataset.alwaysReachable = '';
    document.body.append(root);
  }
  return root;
}
