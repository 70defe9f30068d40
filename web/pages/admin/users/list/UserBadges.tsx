import type { ListedAccountWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { formatDateWithZone } from '../../../../ui/text/format.ts';
import { Badge, type Tone } from '../../../../ui/data/Badge.tsx';
import { profileNameIfBadgeMisleads, type RoleLabel, roleLabel } from '../dialogs/profiles.ts';
import styles from './UserBadges.module.css';
import { Row, Text } from '../../../../ui/layout/primitives.tsx';

const roleTones: Record<RoleLabel, Tone> = { Admin: 'accent', Gestor: 'info', Usuário: 'neutral' };
const statuses: Record<ListedAccountWithCounts['status'], { label: string; tone: Tone }> = {
  approved: { label: 'Aprovado', tone: 'success' },
  pending: { label: 'Pendente', tone: 'warning' },
  blocked: { label: 'Bloqueado', tone: 'danger' },
};

/** Shows the badge Admin, Gestor or Usuário, and the profile's name if the badge suggests a different one. */
export function RoleBadge({ user }: { user: ListedAccountWithCounts }) {
  const label = roleLabel(user);
  const profileName = profileNameIfBadgeMisleads(user);
  return (
    <Row as="span" gap={2} rowGap={1} align="center" wrap className={styles.role}>
      <Badge tone={roleTones[label]}>{label}</Badge>
      {profileName && (
        <Text muted size="xs" nowrap>
          Perfil: {profileName}
        </Text>
      )}
    </Row>
  );
}

/** Shows Aprovado, Pendente or Bloqueado, a required second factor, and a request for more space. */
export function StatusBadge({ user }: { user: ListedAccountWithCounts }) {
  const { label, tone } = statuses[user.status];
  return (
    <Row as="span" gap={2} rowGap={1} align="center" wrap className={styles.role}>
      <Badge dot tone={tone}>
        {label}
      </Badge>
      {user.requiresSecondFactor && (
        <Text muted size="xs" nowrap>
          Exige duas etapas
        </Text>
      )}
      {user.spaceRequestedAt && (
        <Text muted size="xs" nowrap>
          Pediu mais espaço em {formatDateWithZone(user.spaceRequestedAt, user.timeZone)}
        </Text>
      )}
    </Row>
  );
}
