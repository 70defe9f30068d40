import { MonitorX } from 'lucide-react';
import { FullPage } from '../components/shell/layout/FullPage.tsx';
import { paths } from '../navigation/paths.ts';
import { ButtonLink } from '../ui/action/Button.tsx';

export function NotFound() {
  return (
    <FullPage
      icon={<MonitorX />}
      title="Página não encontrada"
      text="O endereço pode ter mudado ou ter sido digitado errado."
      action={
        <ButtonLink variant="primary" href={paths.landing}>
          Ir para o início
        </ButtonLink>
      }
    />
  );
}
