import { Lock } from 'lucide-react';
import { paths } from '../../navigation/paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageLayout } from './PageLayout.tsx';

/** In place of a page whose feature the account doesn't have (403 `feature_disabled`; contract/README 1.8). */
export function FeatureOff({ title, feature }: { title: string; feature: string }) {
  return (
    <PageLayout title={title} back={{ href: paths.home, label: 'Início' }}>
      <EmptyState
        icon={<Lock />}
        title="Este recurso não está liberado para a sua conta"
        text={`Para usar ${feature}, fale com o administrador do sistema.`}
        action={<ButtonLink href={paths.home}>Voltar ao início</ButtonLink>}
      />
    </PageLayout>
  );
}
