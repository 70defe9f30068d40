import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Callout.module.css';
import { classNames } from '../styles/class-names.ts';
import tones from '../styles/tones.module.css';
import { Row, Text } from '../layout/primitives.tsx';

const icons = { info: <Info />, success: <CircleCheck />, warning: <TriangleAlert />, danger: <CircleAlert /> };

interface CalloutProps {
  tone: keyof typeof icons;
  icon?: ReactNode;
  /** Shown in bold above the text. */
  title?: ReactNode;
  /** Buttons on the right, on phones below the text. */
  actions?: ReactNode;
  compact?: boolean;
  /** Makes screen readers announce the message when it appears: `alert` at once, `status` in the next pause. */
  role?: 'alert' | 'status';
  id?: string;
  children?: ReactNode;
}

/** Shows a coloured message that stays on the page: `<Callout tone="warning" role="alert">O servidor está sem espaço em disco.</Callout>` */
export function Callout({ tone, icon = icons[tone], title, actions, compact, role, id, children }: CalloutProps) {
  return (
    <Row
      gap={3}
      size="sm"
      id={id}
      role={role}
      className={classNames(styles.callout, tones[tone], compact && styles.compact)}
    >
      <Row as="span" align="center" noShrink className={styles.icon} aria-hidden="true">
        {icon}
      </Row>
      <Row gap={3} rowGap={2} align="center" wrap grow>
        <Text as="div" canShrink breakable className={styles.text}>
          {title && (
            <Text as="p" weight="bold">
              {title}
            </Text>
          )}
          {children}
        </Text>
        {actions}
      </Row>
    </Row>
  );
}
