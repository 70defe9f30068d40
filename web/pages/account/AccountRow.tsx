import type { ReactNode } from 'react';
import styles from './Account.module.css';
import { Row } from '../../ui/layout/primitives.tsx';

/** An item of a list of the account: its sign, name with badges, facts, and what can be done with it. */
export function AccountRow({
  sign,
  name,
  badges,
  facts,
  children,
}: {
  sign: ReactNode;
  name: ReactNode;
  badges?: ReactNode;
  facts: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Row as="li" gap={3} align="center" className={styles.row}>
      {sign}
      <div className={styles.words}>
        <Row gap={2} rowGap={1} align="center" wrap className={styles.name}>
          <h3>{name}</h3>
          {badges}
        </Row>
        <Row as="p" gap={4} rowGap={0} wrap muted size="sm" breakable>
          {facts}
        </Row>
      </div>
      {children}
    </Row>
  );
}

/** A picture as the sign of a row. */
export function RowIcon({ children }: { children: ReactNode }) {
  return (
    <Row as="span" muted rigid className={styles.device} aria-hidden="true">
      {children}
    </Row>
  );
}
