import { memo, type ReactNode } from 'react';
import type { AdminUserWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { Avatar } from '../../../../ui/data/Avatar.tsx';
import { Breakable } from '../../../../ui/text/Breakable.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { formatDateOf, formatMb } from '../../../../ui/text/format.ts';
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx';
import { sameUser, type UserItemProps } from './same-user.ts';
import { UserActions } from './UserActions.tsx';
import { RoleBadge, StatusBadge } from './UserBadges.tsx';
import styles from './UserCards.module.css';
import type { UserListProps } from '../shared-props.ts';
import { Grid, Row, Text } from '../../../../ui/layout/primitives.tsx';

export function UserCards({ users, actor, onOpen }: UserListProps) {
  return (
    <Grid as="ul" min="21rem" gap={4} className={styles.grid}>
      {users.map((user) => (
        <UserCard key={user.id} {...{ user, actor, onOpen }} />
      ))}
    </Grid>
  );
}

const UserCard = memo(function UserCard({ user, actor, onOpen }: UserItemProps) {
  const used = formatMb(user.storageUsed * 1024);
  const share = user.maxStorageGb > 0 ? (user.storageUsed / user.maxStorageGb) * 100 : 100;
  return (
    <Card as="li">
      <div className={styles.card}>
        <Row gap={3} align="center">
          <Avatar name={user.username} size={40} />
          <div className={styles.words}>
            <Text as="h2" size="md" breakable>
              {user.username}
            </Text>
            <Text as="p" muted size="sm" breakable>
              <Breakable text={user.email} />
            </Text>
          </div>
        </Row>
        <Row gap={2} align="center" wrap>
          <StatusBadge user={user} />
          <RoleBadge user={user} />
        </Row>
        <div className={styles.storage}>
          <p>
            <span>Armazenamento</span>
            <span className={styles.value}>
              {used} de {formatMb(user.maxStorageGb * 1024)}
            </span>
          </p>
          <ProgressBar
            label={`Armazenamento de ${user.username}`}
            value={share}
            tone={share >= 95 ? 'danger' : share >= 80 ? 'warning' : 'accent'}
          />
        </div>
        <dl className={styles.facts}>
          <Fact name="Cadastro">{formatDateOf(user.createdAt, user.timeZone)}</Fact>
          <Fact name="Playlists">
            {user.actualPlaylistCount} de {user.maxPlaylists}
          </Fact>
          <Fact name="Conteúdos">
            {user.actualVideoCount} de {user.maxVideos}
          </Fact>
          <Fact name="Telas">
            {user.maxPlayers === null ? user.actualPlayerCount : `${user.actualPlayerCount} de ${user.maxPlayers}`}
          </Fact>
          <Fact name="Mensagens ativas">
            {user.actualBreakingNewsCount} de {limits.message.perUser}
          </Fact>
          <Fact name="Rádio">{radioState(user)}</Fact>
        </dl>
        <UserActions labelled {...{ user, actor, onOpen }} />
      </div>
    </Card>
  );
}, sameUser);

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function radioState({ canAccessRadio, radioEnabled, radioStationName }: AdminUserWithCounts): string {
  if (!canAccessRadio) return 'Sem acesso';
  return radioEnabled ? (radioStationName ?? 'Ligada, sem estação') : 'Desligada';
}
