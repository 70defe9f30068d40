import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './IconButton.module.css';
import { Spinner } from '../feedback/Spinner.tsx';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'children' | 'title'> {
  /** Accessible name, also shown as a tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  tone?: 'default' | 'danger';
  /** Shows a frame, for toolbars. */
  outlined?: boolean;
  pending?: boolean;
  /** Rotates the icon while true, once every 600 ms. */
  spinning?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Shows a button with an icon only: `<IconButton label="Excluir vídeo" icon={<Trash2 />} tone="danger" onClick={...} />` */
export function IconButton({
  label,
  icon,
  size = 'md',
  tone = 'default',
  outlined,
  pending = false,
  spinning,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      title={label}
      aria-label={label}
      aria-busy={pending || undefined}
      className={classNames(
        styles.button,
        styles[size],
        tone === 'danger' && styles.danger,
        outlined && styles.outlined,
        spinning && styles.spinning,
      )}
      onClick={(event) => {
        if (pending) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {pending ? <Spinner /> : icon}
    </button>
  );
}
