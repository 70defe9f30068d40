import { UserRoundPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import type { User } from '../../../../src/contract/accounts/accounts.ts';
import type { Invitation } from '../../../../src/contract/accounts/team.ts';
import { Loaded } from '../../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../../state/resources/resource.ts';
import { Avatar } from '../../../ui/data/Avatar.tsx';
import { Badge } from '../../../ui/data/Badge.tsx';
import { Breakable } from '../../../ui/text/Breakable.tsx';
import { Button } from '../../../ui/action/Button.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx';
import styles from '../Account.module.css';
import { AccountRow } from '../AccountRow.tsx';
import { InvitationDialog } from './InvitationDialog.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { MemberRow } from './MemberRow.tsx';
import { Row } from '../../../ui/layout/primitives.tsx';

/** Lists the members of the account with their roles (contract/README 1.19). */
export function TeamCard({ account }: { account: User }) {
  const members = useResource('GET /api/team/members');
  const [isInviting, setInviting] = useState(false);
  const [invitation, setInvitation] = useState<Invitation>();
  return (
    <Card
      title="Equipe"
      actions={
        <Button size="sm" icon={<UserRoundPlus aria-hidden="true" />} onClick={() => setInviting(true)}>
          Convidar
        </Button>
      }
    >
      <p className={styles.use}>Cada pessoa entra com o próprio email e senha, e faz só o que o papel dela permite.</p>
      <Loaded resource={members} skeleton={<Skeleton height="8rem" radius="var(--radius)" />} warnsWhenStale>
        {(all) => (
          <ul aria-label="Equipe">
            <AccountRow
              sign={<Avatar name={account.username} size={36} />}
              name={account.username}
              badges={<Badge tone="accent">Proprietário</Badge>}
              facts={
                <>
                  <Breakable text={account.email} />
                  <span>a própria conta</span>
                </>
              }
            />
            {all.map((member) => (
              <MemberRow
                key={member.id}
                member={member}
                isSelf={member.id === account.member?.id}
                onLink={setInvitation}
              />
            ))}
            {all.length === 0 && (
              <Row as="li" gap={3} align="center" muted size="sm" className={styles.nobody}>
                <UsersRound aria-hidden="true" />
                <p>Ainda não há mais ninguém. Convide a recepção, para que a senha da clínica fique só com você.</p>
              </Row>
            )}
          </ul>
        )}
      </Loaded>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} onSaved={setInvitation} />}
      {invitation && <InvitationDialog invitation={invitation} onClose={() => setInvitation(undefined)} />}
    </Card>
  );
}
