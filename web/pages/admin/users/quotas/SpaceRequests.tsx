import { HardDrive } from 'lucide-react';
import type { AdminUserWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { formatDateWithZone, formatMb, plural } from '../../../../ui/text/format.ts';
import styles from './SpaceRequests.module.css';
import type { OpenDialog } from '../shared-props.ts';
import { Row, Stack } from '../../../../ui/layout/primitives.tsx';

const shownAtOnce = 5;

/** Accounts that asked for more space and wait for an answer, the longest first; each leads to its quotas. */
export function SpaceRequests({ users, onOpen }: { users: readonly AdminUserWithCounts[]; onOpen: OpenDialog }) {
  const waiting = users
    .flatMap((user) => (user.spaceRequestedAt === null ? [] : { user, since: user.spaceRequestedAt }))
    .sort((left, right) => (left.since < right.since ? -1 : 1));
  if (waiting.length === 0) return null;
  const rest = waiting.length - shownAtOnce;
  return (
    <section aria-label="Pedidos de espaço" className={styles.section}>
      <Callout
        tone="warning"
        icon={<HardDrive />}
        title={plural(waiting.length, 'conta pediu mais espaço', 'contas pediram mais espaço')}
      >
        <Stack as="ul" gap={2}>
          {waiting.slice(0, shownAtOnce).map(({ user, since }) => (
            <Row as="li" gap={4} rowGap={1} align="center" wrap between key={user.id} className={styles.line}>
              <span className={styles.words}>
                <strong>{user.username}</strong>, em {formatDateWithZone(since, user.timeZone)}:{' '}
                {formatMb(user.storageUsed * 1024)} de {formatMb(user.maxStorageGb * 1024)}, {user.actualVideoCount} de{' '}
                {user.maxVideos} conteúdos
              </span>
              <Button
                size="sm"
                aria-label={`Responder ao pedido: ${user.username}`}
                onClick={() => onOpen({ kind: 'quotas', user })}
              >
                Responder
              </Button>
            </Row>
          ))}
        </Stack>
        {rest > 0 && <p>E mais {plural(rest, 'conta', 'contas')}, com o aviso na lista.</p>}
      </Callout>
    </section>
  );
}
