import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { closeOnBack } from '../../navigation/back-button.ts';
import { classNames } from '../styles/class-names.ts';
import styles from './Dialog.module.css';
import { focusWrongField } from '../form/focus-wrong-field.ts';
import { Row, Text } from '../layout/primitives.tsx';
import { IconButton } from '../action/IconButton.tsx';
import { focusablesIn, isTopLayer, pushLayer, topLayer } from './layers.ts';

export interface DialogProps {
  open: boolean;
  /** Esc, the cross, Back, or a click beside it. */
  onClose: () => void;
  title: string;
  description?: ReactNode;
  /** `sm` questions, `md` (default) forms, `lg` lists, `xl` editors. On phones all but `sm` fill the screen from below. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** Buttons at the bottom, always visible. The main one last. */
  footer?: ReactNode;
  /** True for a question that needs a decision: role alertdialog, no close button, and clicks outside do nothing. */
  alert?: boolean;
  /** The dialog itself takes the focus, not its first control: a text field would open a phone's keyboard. */
  focusSelf?: boolean;
  /** Makes it a form, for Enter and `type="submit"`. A field that it marks invalid then gets the focus. */
  onSubmit?: () => unknown;
  /** Its own address, shown while it is open: `?aba=playlists&playlist=7`. */
  address?: string;
  children?: ReactNode;
}

/**
 * A modal dialog: the page behind is inert, Tab stays inside, Esc and Back close, the focus returns. The first control takes the
 * focus, or the one with `autoFocus`, or the dialog itself (`focusSelf`). Toasts stay reachable.
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
  // Read while rendering: a child's autoFocus moves the focus before any effect runs.
  const [openers] = useState(openersNow);

  useLayoutEffect(() => {
    if (!layer.current) return undefined;
    openersOf.set(layer.current, openers);
    return pushLayer(layer.current);
  }, [openers]);
  useEffect(() => {
    const first = focusSelf ? undefined : focusablesIn(box.current?.querySelector(`.${styles.body}`) ?? null)[0];
    if (!box.current?.contains(document.activeElement)) (first ?? box.current)?.focus();
    return () => {
      const target = openers.find(({ isConnected }) => isConnected) ?? document.querySelector('h1');
      target?.focus();
    };
  }, [openers, focusSelf]);

  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => closeOnBack(() => close.current(), address), [address]);
  useEffect(() => {
    function key(event: KeyboardEvent): void {
      if (!isTopLayer(layer.current)) return;
      if (event.key === 'Escape') close.current();
      else if (event.key === 'Tab') keepInside(event, box.current);
    }
    // On the document: after a click on nothing in particular the focus is on <body>.
    document.addEventListener('keydown', key);
    return () => document.removeEventListener('keydown', key);
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
              // Portals pass React events up: the form behind must not hear this one.
              event.stopPropagation();
              void Promise.resolve(onSubmit()).then(() => focusWrongField(box.current));
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

/** By layer. */
const openersOf = new WeakMap<Element, readonly HTMLElement[]>();

/** Returns the focused element, then the opener of the dialog around it: one dialog may give way to another. */
function openersNow(): readonly HTMLElement[] {
  const { activeElement } = document;
  const around = topLayer();
  const before = (around && openersOf.get(around)) ?? [];
  return activeElement instanceof HTMLElement && activeElement !== document.body ? [activeElement, ...before] : before;
}

/** Tab goes round: the dialog's controls, then the toast's. */
function keepInside(event: KeyboardEvent, box: HTMLElement | null): void {
  const stops = focusablesIn(box, ...document.querySelectorAll('[data-always-reachable]'));
  const active = document.activeElement;
  const isOutside = active === box || !stops.includes(active as HTMLElement);
  const next = event.shiftKey ? stops.at(-1) : stops[0];
  if (!isOutside && active !== (event.shiftKey ? stops[0] : stops.at(-1))) return;
  event.preventDefault();
  next?.focus();
}
