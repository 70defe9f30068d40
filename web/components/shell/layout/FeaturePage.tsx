import { paths } from '../../../navigation/paths.ts';
import { FeatureOff } from '../loading/FeatureOff.tsx';
import { PageLayout, type PageLayoutProps } from './PageLayout.tsx';

interface FeaturePageProps extends Omit<PageLayoutProps, 'back'> {
  /** The feature's name with its article: 'as mensagens'. */
  feature: string;
  /** False when the account may not use the feature. */
  isAllowed: boolean;
  /** Error of the page's main call: `feature_disabled` when the feature has been switched off meanwhile. */
  error?: { code?: string | undefined } | undefined;
}

/** Shows a page of a feature that not every account has, or `FeatureOff` instead of the content if this account lacks it. */
export function FeaturePage({ feature, isAllowed, error, title, children, ...layout }: FeaturePageProps) {
  const isOff = !isAllowed || error?.code === 'feature_disabled';
  return (
    <PageLayout {...(isOff ? {} : layout)} title={title} back={{ href: paths.landing, label: 'Início' }}>
      {isOff ? <FeatureOff feature={feature} /> : children}
    </PageLayout>
  );
}
