import type { ReactNode } from 'react';
import { BrandLink } from './BrandLink.tsx';
import styles from './FullPage.module.css';
import { usePageHeading } from './use-page-heading.ts';

/** A page that says one thing: an icon, a heading, a sentence, and the way on (`action`: a Button). */
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
    <div className={styles.page}>
      <header className={styles.head}>
        <BrandLink label="Antessala: início" />
      </header>
      <main className={styles.main}>
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles.text}>{text}</p>
        {action}
      </main>
    </div>
  );
}
