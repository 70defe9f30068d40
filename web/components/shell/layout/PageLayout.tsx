import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { UrgentButton } from '../../urgent/UrgentButton.tsx';
import { UrgentBanner } from '../../urgent/UrgentBanner.tsx';
import { AccountLink } from './AccountLink.tsx';
import { LogoutButton } from './LogoutButton.tsx';
import styles from './PageLayout.module.css';
import { TopBar } from './TopBar.tsx';
import { usePageHeading } from './use-page-heading.ts';
import { Row, Text } from '../../../ui/layout/primitives.tsx';

export interface PageLayoutProps {
  title: ReactNode;
  subtitle?: ReactNode;
  /** Back link above the title: `back={{ href: paths.landing, label: 'Início' }}`. */
  back?: { href: string; label: string };
  actions?: ReactNode;
  children: ReactNode;
}

/** Shows a page for signed-in people: top bar, urgent banner, heading with actions, content. */
export function PageLayout({ title, subtitle, back, actions, children }: PageLayoutProps) {
  const heading = usePageHeading();
  return (
    <>
      <TopBar>
        <UrgentButton />
        <AccountLink />
        <LogoutButton />
      </TopBar>
      <UrgentBanner />
      <main id="conteudo" tabIndex={-1} className={styles.main}>
        <Row gap={4} align="end" wrap between marginBottom={5}>
          <Text as="div" canShrink>
            {back && (
              <Row
                as="a"
                align="center"
                marginBottom={1}
                muted
                size="sm"
                weight="medium"
                href={back.href}
                className={styles.back}
              >
                <ArrowLeft />
                {back.label}
              </Row>
            )}
            <h1 ref={heading} tabIndex={-1}>
              {title}
            </h1>
            {subtitle && (
              <Text as="div" marginTop={1} muted pretty>
                {subtitle}
              </Text>
            )}
          </Text>
          {actions && (
            <Row gap={2} wrap canShrink>
              {actions}
            </Row>
          )}
        </Row>
        {children}
      </main>
    </>
  );
}
