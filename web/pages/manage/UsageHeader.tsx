import { Film, HardDrive, ListVideo, MonitorPlay, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { UserWithUsage } from '../../../src/contract/accounts/accounts.ts';
import { messageOf } from '../../api/client.ts';
import { useResource } from '../../state/resources/resource.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { formatMb } from '../../ui/text/format.ts';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import styles from './UsageHeader.module.css';
import { Row, Text } from '../../ui/layout/primitives.tsx';

/** Shows how much of its quotas the account uses: storage, contents, playlists, screens (contract/README 2.4). */
export function UsageHeader() {
  const { data: usage, error, loading, refetch } = useResource('GET /api/user/me');
  if (!usage && error) {
    return (
      <Callout
        tone="danger"
        role="alert"
        title="Não foi possível carregar o uso da conta"
        actions={
          <Button size="sm" icon={<RotateCw />} pending={loading} onClick={() => void refetch()}>
            Tentar novamente
          </Button>
        }
      >
        {messageOf(error)}
      </Callout>
    );
  }
  // Invisible text of the final size, so that the page does not move when the numbers arrive.
  const placeholder = (
    <span className={styles.waiting} aria-hidden="true">
      0 de 000
    </span>
  );
  const items = usage && usageItems(usage);
  return (
    <Text as="dl" canShrink surface className={styles.usage} aria-busy={!usage || undefined}>
      {quotaKinds.map((kind, index) => (
        <UsageItem
          key={kind.label}
          {...kind}
          {...(items?.[index] ?? { value: placeholder, note: '', used: 0, max: 1 })}
        />
      ))}
    </Text>
  );
}

const quotaKinds = [
  { icon: <HardDrive size="0.9375rem" />, label: 'Armazenamento' },
  { icon: <Film size="0.9375rem" />, label: 'Conteúdos' },
  { icon: <ListVideo size="0.9375rem" />, label: 'Playlists' },
  { icon: <MonitorPlay size="0.9375rem" />, label: 'Telas' },
];

/** Returns the value, note and bar of each quota, in the order of `quotaKinds`. */
function usageItems(usage: UserWithUsage): Omit<UsageItemProps, 'icon' | 'label'>[] {
  const { storageUsed, storageLimit, videoCount, maxVideos, playlistCount, maxPlaylists, maxPlayers } = usage;
  return [
    {
      ...{ value: formatMb(storageUsed), note: `de ${formatMb(storageLimit)}`, used: storageUsed, max: storageLimit },
      tone: storageTone(storageUsed / storageLimit),
    },
    { value: videoCount, note: `de ${maxVideos}`, used: videoCount, max: maxVideos },
    { value: playlistCount, note: `de ${maxPlaylists}`, used: playlistCount, max: maxPlaylists },
    { value: usage.playerCount, note: maxPlayers === null ? '' : `de ${maxPlayers}` },
  ];
}

/** Returns the colour of the storage bar. Warns from 80 %, before an upload exceeds the quota. */
const storageTone = (share: number) => (share > 0.95 ? 'danger' : share >= 0.8 ? 'warning' : 'accent');

interface UsageItemProps {
  icon: ReactNode;
  label: string;
  value: ReactNode;
  note: string;
  used?: number;
  max?: number;
  tone?: 'accent' | 'warning' | 'danger';
}

function UsageItem({ icon, label, value, note, used, max, tone }: UsageItemProps) {
  const isExceeded = used !== undefined && max !== undefined && used > max;
  const percent = used === undefined || !max ? undefined : (used / max) * 100;
  return (
    <div className={styles.use}>
      <Row as="dt" align="center" muted size="xs" title={label}>
        {icon}
        <span className={styles.label}>{label}</span>
      </Row>
      <Text as="dd" muted tabular>
        <strong>{value}</strong> {note}
        {percent !== undefined && (
          <ProgressBar label={`${label}: uso`} value={percent} tone={tone ?? (isExceeded ? 'danger' : 'accent')} />
        )}
      </Text>
    </div>
  );
}
