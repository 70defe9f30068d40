import { Lock } from 'lucide-react';
import { paths } from '../../../navigation/paths.ts';
import { ButtonLink } from '../../../ui/action/Button.tsx';
import { EmptyState } from '../../../ui/feedback/EmptyState.tsx';

/** Shows, instead of a page's content, that the account lacks the feature (403 `feature_disabled`; contract/README 1.8). */
export function FeatureOff({ feature }: { feature: string }) {
  return (
    <EmptyState
      icon={<Lock />}
      title="Este recurso não está liberado para a sua conta"
      text={`Para usar ${feature}, fale com o administrador do sistema.`}
      action={<ButtonLink href={paths.landing}>Voltar ao início</ButtonLink>}
    />
  );
}
