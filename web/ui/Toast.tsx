import { CircleAlert, CircleCheck, X } from 'lucide-react';
import styles from './Toast.module.css';
import { IconButton } from './IconButton.tsx';
import { classNames } from './class-names.ts';

/** One toast's face. Pages call `toast(...)` of state/toasts.ts. */
export function Toast({ title, description, variant, onClose }: { title: string; description?: string; variant: 'default' | 'destructive'; onClose: () => void }) {
  const isError = variant === 'destructive';
  return (
    <div className={classNames(styles.toast, isError && styles.destructive)}>
      {isError ? <CircleAlert className={styles.icon} aria-hidden="true" /> : <CircleCheck className={styles.icon} aria-hidden="true" />}
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      <IconButton label="Fechar aviso" icon={<X />} size="sm" onClick={onClose} />
    </div>
  );
}
