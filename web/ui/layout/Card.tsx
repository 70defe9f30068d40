import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classNames } from '../styles/class-names.ts';

export interface CardProps {
  /** A heading at the top. */
  title?: ReactNode;
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Names a card without a title to screen readers. */
  label?: string;
  /** Inner space: `md` (default), `sm`, or none, for tables and pictures. */
  padding?: 'md' | 'sm' | 'none';
  /** Element, default `section`; `li` inside lists, `article` for items. */
  as?: 'section' | 'article' | 'li' | 'div';
  children: ReactNode;
}

/** A surface with a frame. */
export function Card({ title, actions, label, padding = 'md', as: Element = 'section', children }: CardProps) {
  return (
    <Element className={classNames(styles.card, padding !== 'none' && styles[padding])} aria-label={label}>
      {(title || actions) && (
        <div className={styles.header}>
          {title && <h2>{title}</h2>}
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {children}
    </Element>
  );
}
