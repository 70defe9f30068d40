import { Link, MonitorOff } from 'lucide-react';
import { paths } from '../../navigation/paths.ts';
import { hasCapability } from '../../state/session.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';

export const pairLink = (
  <ButtonLink variant="primary" href={paths.pair} icon={<Link />}>
    Parear TV
  </ButtonLink>
);

/** Shows that the account has no screens, and the way to the first one. For components with `useSignals()`. */
export function NoScreens({ title = 'Nenhuma tela ainda' }: { title?: string }) {
  const mayPair = hasCapability('screens');
  return (
    <EmptyState
      icon={<MonitorOff />}
      title={title}
      text={
        mayPair
          ? 'Ligue a TV, abra nela o endereço deste servidor com /play no final e pareie pelo código que ela mostra. O administrador também pode criar telas para a sua conta.'
          : 'Quem cuida da conta pareia a primeira TV em Minhas Telas.'
      }
      action={mayPair ? pairLink : undefined}
    />
  );
}
