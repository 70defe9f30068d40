import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/styles/class-names.ts';
import tones from '../../ui/styles/tones.module.css';
import styles from './NavCard.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** Shows an `<li>` with a card that links to a page. */
export function NavCard({
  href,
  icon,
  title,
  text,
  badge,
  size = 'md',
  tone = 'neutral',
}: {
  href: string;
  icon: ReactNode;
  title: string;
  text: string;
  /** Badge beside the title, such as '2 pendentes'. */
  badge?: ReactNode;
  size?: 'md' | 'lg';
  tone?: 'neutral' | 'accent' | 'info' | 'warning';
}) {
  return (
    <li>
      <Row as="a" gap={4} align="start" href={href} className={classNames(styles.card, styles[size])}>
        <span className={classNames(styles.icon, tone === 'neutral' ? styles.neutral : tones[tone])} aria-hidden="true">
          {icon}
        </span>
        <Text grow className={styles.words}>
          <Row as="span" gap={2} align="center" className={styles.title}>
            {title}
            {badge}
          </Row>
          <Text muted size="sm" className={styles.text}>
            {text}
          </Text>
        </Text>
        <ChevronRight className={styles.arrow} aria-hidden="true" />
      </Row>
    </li>
  );
}
