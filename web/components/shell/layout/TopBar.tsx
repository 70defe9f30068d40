import type { ReactNode } from 'react';
import { classNames } from '../../../ui/styles/class-names.ts';
import { BrandLink } from './BrandLink.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import { UploadUnderWay } from '../overlay/UploadUnderWay.tsx';
import styles from './TopBar.module.css';
import { Row } from '../../../ui/layout/primitives.tsx';

/** Shows the bar above a page: brand, upload progress, theme menu and `children`. `narrow`: as wide as a column of text. */
export function TopBar({ narrow, children }: { narrow?: boolean; children: ReactNode }) {
  return (
    <header className={styles.bar}>
      <Row gap={4} align="center" between className={classNames(styles.inner, narrow && styles.narrow)}>
        <BrandLink />
        <Row gap={2} align="center" canShrink className={styles.end}>
          <UploadUnderWay />
          <ThemeMenu />
          {children}
        </Row>
      </Row>
    </header>
  );
}
