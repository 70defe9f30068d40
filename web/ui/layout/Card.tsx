import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { Row, Text } from './primitives.tsx';

interface CardProps {
  title?: ReactNode;
  actions?: ReactNode;
  /** Name of a card without a title, for screen readers. */
  label?: string;
  /** Padding: `md` (default), `sm`, or `none` for tables and pictures. */
  padding?: 'md' | 'sm' | 'none';
  /** HTML element: `section` by default, `li` inside lists, `article` for items. */
  as?: 'section' | 'article' | 'li' | 'div';
  children: ReactNode;
}

/** Shows a framed surface with an optional title and actions. */
export function Card({ title, actions, label, padding = 'md', as = 'section', children }: CardProps) {
  return (
    <Text as={as} canShrink surface className={styles[padding]} aria-label={label}>
      {(title || actions) && (
        <Row gap={3} align="center" wrap between marginBottom={4}>
          {title && <h2>{title}</h2>}
          {actions && (
            <Row gap={2} wrap>
              {actions}
            </Row>
          )}
        </Row>
      )}
      {children}
    </Text>
  );
}
