import { HardDrive } from 'lucide-react';
import type { ListedAccountWithCounts } from '../../../../../src/contract/accounts/accounts.ts';
import { Button } from '../../../../ui/action/Button.tsx';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { formatDateWithZone, formatMb, plural } from '../../../../ui/text/format.ts';
import styles from './SpaceRequests.module.css';
import type { OpenDialog } from '../shared-props.ts';
import { Row, Stack } from '../../../../ui/layout/primitives.tsx';

const maxShown = 5;

/** Shows the accounts with a pending request for more space, the oldest first, each with a button to its quotas. */
export function SpaceRequests({ users, onOpen }: { users: readonly ListedAccountWithCounts[]; onOpen: OpenDialog }) {
  const requests = users
    .flatMap((user) => (user.spaceRequestedAt === null ? [] : { user, requestedAt: user.spaceRequestedAt }))
    .sort((left, right) => (left.requestedAt < right.requestedAt ? -1 : 1));
  if (requests.length === 0) return null;
  const hiddenCount = requests.length - maxShown;
  return (
    <section aria-label="Pedidos de espaço" className={styles.section}>
      <Callout
        tone="warning"
        icon={<HardDrive />}
        title={plural(requests.length, 'conta pediu mais espaço', 'contas pediram mais espaço')}
      >
        <Stack as="ul" gap={2}>
          {requests.slice(0, maxShown).map(({ user, requestedAt }) => (
            <Row as="li" gap={4} rowGap={1} align="center" wrap between key={user.id} className={styles.request}>
              <span className={styles.text}>
                <strong>{user.username}</strong>, em {formatDateWithZone(requestedAt, user.timeZone)}:{' '}
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
        {hiddenCount > 0 && <p>E mais {plural(hiddenCount, 'conta', 'contas')}, com o aviso na lista.</p>}
      </Callout>
    </section>
  );
}
