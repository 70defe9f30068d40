import { paths } from '../../../navigation/paths.ts';
import { FeatureOff } from '../loading/FeatureOff.tsx';
import { PageLayout, type PageLayoutProps } from './PageLayout.tsx';

export interface FeaturePageProps extends Omit<PageLayoutProps, 'back'> {
  /** 'as mensagens': what the page is for. */
  feature: string;
  /** False when the account may not use the feature. */
  isAllowed: boolean;
  /** The answer of the page's main call: the server too may say that the feature is off. */
  error?: { code?: string | undefined } | undefined;
}

/** The frame of a page for a feature that an account may be without; then its content says so. */
export function FeaturePage({ feature, isAllowed, error, title, children, ...frame }: FeaturePageProps) {
  const isOff = !isAllowed || error?.code === 'feature_disabled';
  return (
    <PageLayout {...(isOff ? {} : frame)} title={title} back={{ href: paths.home, label: 'Início' }}>
      {isOff ? <FeatureOff feature={feature} /> : children}
    </PageLayout>
  );
}
