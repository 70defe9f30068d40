import { CircleAlert, CircleCheck, Info, X } from 'lucide-react';
import styles from './Toast.module.css';
import { Button } from '../action/Button.tsx';
import { IconButton } from '../action/IconButton.tsx';
import { classNames } from '../styles/class-names.ts';
import { Row, Text } from '../layout/primitives.tsx';

const icons = { default: CircleCheck, info: Info, destructive: CircleAlert };

/** One toast's face. Pages call `toast(...)` of state/toasts.ts. */
export function Toast({
  title,
  description,
  variant,
  action,
  onClose,
}: {
  title: string;
  description?: string;
  variant: 'default' | 'info' | 'destructive';
  /** One thing that can still be done about it: 'Desfazer'. */
  action?: { label: string; onAct: () => void };
  onClose: () => void;
}) {
  const isError = variant === 'destructive';
  const Icon = icons[variant];
  return (
    <Row
      gap={3}
      align="start"
      className={classNames(styles.toast, isError && styles.destructive, variant === 'info' && styles.info)}
    >
      <Icon className={styles.icon} aria-hidden="true" />
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
      <IconButton label="Fechar aviso" icon={<X />} size="sm" onClick={onClose} />
    </Row>
  );
}
