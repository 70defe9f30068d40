import type { ReactNode } from 'react';
import styles from './AccountRow.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/**
 * Shows an account, member, session or API token in a list. `icon`: the icon or avatar before the name. `details`: text
 * below the name, such as the e-mail. `children`: buttons.
 */
export function AccountRow({
  icon,
  name,
  badges,
  details,
  children,
}: {
  icon: ReactNode;
  name: ReactNode;
  badges?: ReactNode;
  details: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Row as="li" gap={3} align="center" className={styles.row}>
      {icon}
      <Text as="div" grow>
        <Row gap={2} rowGap={1} align="center" wrap>
          <Text as="h3" size="sm">
            {name}
          </Text>
          {badges}
        </Row>
        <Row as="p" gap={4} rowGap={0} wrap muted size="sm" breakable>
          {details}
        </Row>
      </Text>
      {children}
    </Row>
  );
}

/** Wraps an icon for use as the `icon` of an `AccountRow`. */
export function RowIcon({ children }: { children: ReactNode }) {
  return (
    <Row as="span" muted noShrink className={styles.device} aria-hidden="true">
      {children}
    </Row>
  );
}
