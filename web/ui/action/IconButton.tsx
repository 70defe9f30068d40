import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../styles/class-names.ts';
import styles from './IconButton.module.css';
import { Spinner } from '../feedback/Spinner.tsx';

export interface IconButtonProps extends Omit<
  ButtonHTMLAttributes<HTMLButtonElement>,
  'className' | 'children' | 'title'
> {
  /** Description, read aloud and shown as a tooltip. */
  label: string;
  icon: ReactNode;
  size?: 'sm' | 'md';
  tone?: 'default' | 'danger';
  /** With a frame, for toolbars. */
  outlined?: boolean;
  pending?: boolean;
  /** The refresh animation: turns once a 600 ms while true. */
  turning?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** `<IconButton label="Excluir vídeo" icon={<Trash2 />} tone="danger" onClick={...} />` */
export function IconButton({
  label,
  icon,
  size = 'md',
  tone = 'default',
  outlined,
  pending = false,
  turning,
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
        turning && styles.turning,
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
