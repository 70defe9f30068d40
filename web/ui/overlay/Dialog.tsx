import { X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { closeOnBack } from '../../navigation/back-button.ts';
import { classNames } from '../styles/class-names.ts';
import styles from './Dialog.module.css';
import { focusInvalidField } from '../form/focus-invalid-field.ts';
import { Row, Text } from '../layout/primitives.tsx';
import { IconButton } from '../action/IconButton.tsx';
import { focusablesIn, isTopLayer, pushLayer, topLayer } from './layers.ts';

export interface DialogProps {
  open: boolean;
  /** Called after Esc, the close button, Back, or a click outside. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** `sm` for questions, `md` (default) for forms, `lg` for lists, `xl` for editors. On phones all but `sm` are at the lower edge. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Always visible buttons at the bottom, the main one last. */
  footer?: ReactNode;
  /** True for a question that needs a decision: the role is alertdialog, without close button, and clicks outside do nothing. */
  alert?: boolean;
  /** Focuses the dialog itself instead of its first control: a text field would open a phone's keyboard. */
  focusSelf?: boolean;
  /** Makes the dialog a form, which Enter and a `type="submit"` button send. Then the first invalid field gets the focus. */
  onSubmit?: () => unknown;
  /** The dialog's own address, shown while the dialog is open: `?aba=playlists&playlist=7`. */
  address?: string;
  children?: ReactNode;
}

/**
 * Shows a modal dialog: the page behind is inert, Tab stays inside, Esc and Back close the dialog, and the focus returns to its
 * opener. Initial focus: the control with `autoFocus`, else the first one; with `focusSelf` the dialog. Toasts stay reachable.
 */
export function Dialog({ open, ...props }: DialogProps) {
  return open ? createPortal(<Surface {...props} />, document.body) : null;
}

function Surface({
  onClose,
  title,
  description,
  size = 'md',
  footer,
  alert = false,
  focusSelf = false,
  onSubmit,
  address,
  children,
}: Omit<DialogProps, 'open'>) {
  const id = useId();
  const layer = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const pressedOnBackdrop = useRef(false);
  // Read during rendering, because a child's autoFocus moves the focus before any effect runs.
  const [openers] = useState(currentOpeners);

  useLayer(layer, openers);
  useEffect(() => {
    const first = focusSelf ? undefined : focusablesIn(box.current?.querySelector(`.${styles.body}`) ?? null)[0];
    if (!box.current?.contains(document.activeElement)) (first ?? box.current)?.focus();
    return () => {
      openersOfRemoved = [];
      const target = openers.find(({ isConnected }) => isConnected) ?? document.querySelector('h1');
      target?.focus();
    };
  }, [openers, focusSelf]);

  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => closeOnBack(() => close.current(), address), [address]);
  useEffect(() => {
    function handleKey(event: KeyboardEvent): void {
      if (!isTopLayer(layer.current)) return;
      if (event.key === 'Escape') close.current();
      else if (event.key === 'Tab') trapFocus(event, box.current);
    }
    // Listen on the document: after a click outside any control the focus is on <body>.
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);

  const content = (
    <>
      <div className={styles.body}>{children}</div>
      {footer && (
        <Row gap={2} wrap justify="end" className={styles.footer}>
          {footer}
        </Row>
      )}
    </>
  );
  return (
    <div
      ref={layer}
      className={styles.layer}
      onPointerDown={(event) => (pressedOnBackdrop.current = event.target === event.currentTarget)}
      onClick={(event) => {
        if (!alert && pressedOnBackdrop.current && event.target === event.currentTarget) onClose();
      }}
    >
      <div
        ref={box}
        role={alert ? 'alertdialog' : 'dialog'}
        aria-modal="true"
        aria-labelledby={`${id}-title`}
        aria-describedby={description ? `${id}-description` : undefined}
        tabIndex={-1}
        className={classNames(styles.box, styles[size])}
      >
        <Row as="header" gap={4} align="start" between className={styles.header}>
          <Text as="div" canShrink>
            <h2 id={`${id}-title`}>{title}</h2>
            {description && (
              <Text as="div" marginTop={2} pretty muted size="sm" id={`${id}-description`}>
                {description}
              </Text>
            )}
          </Text>
          {!alert && <IconButton label="Fechar" icon={<X />} size="sm" onClick={onClose} />}
        </Row>
        {onSubmit ? (
          <form
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault();
              void Promise.resolve(onSubmit()).then(() => focusInvalidField(box.current));
            }}
          >
            {content}
          </form>
        ) : (
          content
        )}
      </div>
    </div>
  );
}

/** Elements to focus when a dialog is closed, by the dialog's layer; the first one that still exists is used. */
const openersOf = new WeakMap<Element, readonly HTMLElement[]>();

/** Keeps the dialog in the stack of layers while it is mounted, with the elements to which the focus returns. */
function useLayer(layer: RefObject<HTMLDivElement | null>, openers: readonly HTMLElement[]): void {
  useLayoutEffect(() => {
    if (!layer.current) return undefined;
    openersOf.set(layer.current, openers);
    const popLayer = pushLayer(layer.current);
    return () => {
      popLayer();
      openersOfRemoved = openers;
    };
  }, [layer, openers]);
}

/**
 * Openers of the dialog that was removed last. A dialog that replaces it takes them over: Preact removes the first one before it
 * renders the second, and then no element has the focus.
 */
let openersOfRemoved: readonly HTMLElement[] = [];

/** Returns the focused element, then the openers of the dialog around it, because that dialog may close before this one. */
function currentOpeners(): readonly HTMLElement[] {
  const { activeElement } = document;
  const outerLayer = topLayer();
  const outer = (outerLayer && openersOf.get(outerLayer)) ?? [];
  const hasFocus = activeElement instanceof HTMLElement && activeElement !== document.body;
  return [...(hasFocus ? [activeElement] : openersOfRemoved), ...outer];
}

/** Makes Tab cycle through the controls of the dialog and of open toasts. */
function trapFocus(event: KeyboardEvent, box: HTMLElement | null): void {
  const stops = focusablesIn(box, ...document.querySelectorAll('[data-always-reachable]'));
  const active = document.activeElement;
  const isOutside = active === box || !stops.includes(active as HTMLElement);
  const next = event.shiftKey ? stops.at(-1) : stops[0];
  if (!isOutside && active !== (event.shiftKey ? stops[0] : stops.at(-1))) return;
  event.preventDefault();
  next?.focus();
}
