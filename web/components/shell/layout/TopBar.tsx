import type { ReactNode } from 'react';
import { classNames } from '../../../ui/styles/class-names.ts';
import { BrandLink } from './BrandLink.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import { UploadUnderWay } from '../overlay/UploadUnderWay.tsx';
import styles from './TopBar.module.css';
import { Row } from '../../../ui/layout/primitives.tsx';

/** The bar above a page: the product's name, light or dark, and what belongs beside it. `narrow`: as wide as a text. */
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
