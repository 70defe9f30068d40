import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './Button.module.css';
import { classNames } from '../styles/class-names.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { Text } from '../layout/primitives.tsx';

interface ButtonStyle {
  /** `primary`: one per page; `secondary` (default): outlined; `ghost`: without frame; `danger`: for deletions. */
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'sm' | 'md' | 'lg';
  /** Lucide icon before the label: `icon={<Plus />}`. */
  icon?: ReactNode;
  block?: boolean;
}

interface ButtonProps extends ButtonStyle, Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> {
  /** Shows a spinner instead of the icon and ignores clicks; the button keeps the focus. */
  pending?: boolean;
  /** Label while pending, e.g. 'Entrando...'. */
  pendingLabel?: string;
  ref?: Ref<HTMLButtonElement>;
}

/** Shows a button: `<Button variant="primary" icon={<Plus />} pending={saving} onClick={...}>Criar</Button>`; its type is `button` by default. */
export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  block,
  pending = false,
  pendingLabel,
  children,
  onClick,
  disabled,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classesOf({ variant, size, block })}
      disabled={disabled}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending ? <Spinner /> : icon}
      {children !== undefined && <Text canShrink>{pending && pendingLabel ? pendingLabel : children}</Text>}
    </button>
  );
}

/** Shows a link that looks like a button. */
export function ButtonLink({
  variant = 'secondary',
  size = 'md',
  icon,
  block,
  children,
  ...rest
}: ButtonStyle & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'>) {
  return (
    <a {...rest} className={classesOf({ variant, size, block })}>
      {icon}
      <Text canShrink>{children}</Text>
    </a>
  );
}

function classesOf({ variant, size, block }: ButtonStyle): string {
  return classNames(styles.button, variant && styles[variant], size && styles[size], block && styles.block);
}
