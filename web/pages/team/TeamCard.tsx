import { UsersRound } from 'lucide-react';
import type { User } from '../../../src/contract/accounts/accounts.ts';
import type { Invitation } from '../../../src/contract/accounts/team.ts';
import { AccountRow } from '../../components/accounts/AccountRow.tsx';
import { Loaded } from '../../components/shell/loading/Loaded.tsx';
import { useResource } from '../../state/resources/resource.ts';
import { Avatar } from '../../ui/data/Avatar.tsx';
import { Badge } from '../../ui/data/Badge.tsx';
import { Breakable } from '../../ui/text/Breakable.tsx';
import { Card } from '../../ui/layout/Card.tsx';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import styles from './Team.module.css';
import { MemberRow } from './MemberRow.tsx';
import { Row } from '../../ui/layout/primitives.tsx';

/** Lists the members of the account with their roles (contract/README 1.19). `onLink` gets each new invitation. */
export function TeamCard({ account, onLink }: { account: User; onLink: (invitation: Invitation) => void }) {
  const members = useResource('GET /api/team/members');
  return (
    <Card title="Pessoas">
      <Loaded resource={members} skeleton={<Skeleton height="8rem" radius="var(--radius)" />} warnsWhenStale>
        {(all) => (
          <ul aria-label="Equipe">
            <AccountRow
              icon={<Avatar name={account.username} size={36} />}
              name={account.username}
              badges={<Badge tone="accent">Proprietário</Badge>}
              details={
                <>
                  <Breakable text={account.email} />
                  <span>a própria conta</span>
                </>
              }
            />
            {all.map((member) => (
              <MemberRow key={member.id} member={member} isSelf={member.id === account.member?.id} onLink={onLink} />
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
    </Card>
  );
}
