import { memo } from 'react';
import type { ListedAccountWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { limits } from '../../../../../src/contract/limits.ts';
import { Avatar } from '../../../../ui/data/Avatar.tsx';
import { Breakable } from '../../../../ui/text/Breakable.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { Description, DescriptionList } from '../../../../ui/data/DescriptionList.tsx';
import { formatDateWithZone, formatMb } from '../../../../ui/text/format.ts';
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx';
import { UserActions } from './UserActions.tsx';
import { RoleBadge, StatusBadge } from './UserBadges.tsx';
import styles from './UserCards.module.css';
import { areUserPropsEqual, type UserItemProps, type UserListProps } from '../shared-props.ts';
import { Grid, Row, Stack, Text } from '../../../../ui/layout/primitives.tsx';

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
  const usedText = formatMb(user.storageUsed * 1024);
  const usedPercent = user.maxStorageGb > 0 ? (user.storageUsed / user.maxStorageGb) * 100 : 100;
  return (
    <Card as="li">
      <div className={styles.card}>
        <Row gap={3} align="center">
          <Avatar name={user.username} size={40} />
          <Text as="div" canShrink breakable>
            <Text as="h2" size="md">
              {user.username}
            </Text>
            <Text as="p" muted size="sm">
              <Breakable text={user.email} />
            </Text>
          </Text>
        </Row>
        <Row gap={2} align="center" wrap>
          <StatusBadge user={user} />
          <RoleBadge user={user} />
        </Row>
        <Stack gap={2} size="sm">
          <Row as="p" gap={3} rowGap={0} wrap between muted>
            <span>Armazenamento</span>
            <Text weight="medium" tabular className={styles.value}>
              {usedText} de {formatMb(user.maxStorageGb * 1024)}
            </Text>
          </Row>
          <ProgressBar
            label={`Armazenamento de ${user.username}`}
            value={usedPercent}
            tone={usedPercent >= 95 ? 'danger' : usedPercent >= 80 ? 'warning' : 'accent'}
          />
        </Stack>
        <DescriptionList layout="cards" className={styles.facts}>
          <Description name="Cadastro">{formatDateWithZone(user.createdAt, user.timeZone)}</Description>
          <Description name="Playlists">
            {user.actualPlaylistCount} de {user.maxPlaylists}
          </Description>
          <Description name="Conteúdos">
            {user.actualVideoCount} de {user.maxVideos}
          </Description>
          <Description name="Telas">
            {user.maxPlayers === null ? user.actualPlayerCount : `${user.actualPlayerCount} de ${user.maxPlayers}`}
          </Description>
          <Description name="Mensagens ativas">
            {user.actualBreakingNewsCount} de {limits.message.perUser}
          </Description>
          <Description name="Rádio">{radioState(user)}</Description>
        </DescriptionList>
        <UserActions labelled {...{ user, actor, onOpen }} />
      </div>
    </Card>
  );
}, areUserPropsEqual);

function radioState({ canAccessRadio, radioEnabled, radioStationName }: ListedAccountWithCounts): string {
  if (!canAccessRadio) return 'Sem acesso';
  return radioEnabled ? (radioStationName ?? 'Ligada, sem estação') : 'Desligada';
}
