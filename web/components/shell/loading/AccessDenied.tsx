import { ShieldAlert } from 'lucide-react';
import { paths } from '../../../navigation/paths.ts';
import { ButtonLink } from '../../../ui/action/Button.tsx';
import { FullPage } from '../layout/FullPage.tsx';

/** Shows that the person has no access to the page; the texts differ per page (contract/README 2.2). */
export function AccessDenied({
  title = 'Acesso Negado',
  text = 'Apenas administradores podem acessar esta página.',
}: {
  title?: string;
  text?: string;
}) {
  return (
    <FullPage
      icon={<ShieldAlert />}
      title={title}
      text={text}
      action={<ButtonLink href={paths.landing}>Voltar</ButtonLink>}
    />
  );
}
