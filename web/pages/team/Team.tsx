import { useSignals } from '@preact/signals-react/runtime';
import { History, UserRoundPlus } from 'lucide-react';
import { useState } from 'react';
import type { Invitation } from '../../../src/contract/accounts/team.ts';
import { AccessDenied } from '../../components/shell/loading/AccessDenied.tsx';
import { PageLayout } from '../../components/shell/layout/PageLayout.tsx';
import { paths } from '../../navigation/paths.ts';
import { hasCapability, user } from '../../state/session.ts';
import { Button, ButtonLink } from '../../ui/action/Button.tsx';
import { InvitationDialog } from './InvitationDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { TeamCard } from './TeamCard.tsx';
import styles from './Team.module.css';
import { TokensCard } from './tokens/TokensCard.tsx';

/** Shows the page 'Equipe' to owners: the clinic's members, their invitations, and its API tokens. */
export function Team() {
  useSignals();
  const [isInviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<Invitation>();
  const account = user.value;
  if (!account) return null;
  if (!hasCapability('team')) return <AccessDenied text="Apenas proprietários de uma clínica podem ver a equipe." />;
  return (
    <PageLayout
      title="Equipe"
      subtitle="Cada pessoa entra com o próprio email e senha, e faz só o que o papel dela permite."
      back={{ href: paths.landing, label: 'Início' }}
      actions={
        <>
          <ButtonLink href={paths.accountAudit} icon={<History aria-hidden="true" />}>
            Ver atividades
          </ButtonLink>
          <Button variant="primary" icon={<UserRoundPlus aria-hidden="true" />} onClick={() => setInviting(true)}>
            Convidar
          </Button>
        </>
      }
    >
      <div className={styles.cards}>
        <TeamCard account={account} onLink={setInvitation} />
        <TokensCard />
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onSaved={setInvitation} />}
      {invitation && <InvitationDialog invitation={invitation} onClose={() => setInvitation(undefined)} />}
    </PageLayout>
  );
}
