import type { ReactNode } from 'react';
import { BrandLink } from './BrandLink.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import styles from './FullPage.module.css';
import { usePageHeading } from './use-page-heading.ts';

/** Shows a page with one message: icon, heading, sentence, and a button or link (`action`) that leads on. */
export function FullPage({
  icon,
  title,
  text,
  action,
}: {
  icon: ReactNode;
  title: string;
  text: string;
  action: ReactNode;
}) {
  const heading = usePageHeading();
  return (
    <Stack className={styles.page}>
      <Row as="header" justify="center" className={styles.head}>
        <BrandLink label="Antessala: início" />
      </Row>
      <Stack as="main" className={styles.main}>
        <Text as="div" marginBottom={5} className={styles.icon} aria-hidden="true">
          {icon}
        </Text>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <Text as="p" marginTop={2} marginBottom={5} muted className={styles.text}>
          {text}
        </Text>
        {action}
      </Stack>
    </Stack>
  );
}
