import { Film, HardDrive, ListVideo, MonitorPlay, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../api/client.ts';
import { useResource } from '../../state/resources/resource.ts';
import { Button } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { formatMb } from '../../ui/text/format.ts';
import { ProgressBar } from '../../ui/feedback/ProgressBar.tsx';
import cards from '../../ui/layout/Card.module.css';
import styles from './UsageHeader.module.css';
import { classNames } from '../../ui/styles/class-names.ts';

/** Shows the used quotas of the account: storage, contents, playlists, screens (contract/README 2.4). */
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
  if (!usage) {
    // Letters that nobody sees, as large as those that come: nothing below moves.
    const value = (
      <span className={styles.waiting} aria-hidden="true">
        0 de 000
      </span>
    );
    const waiting = { value, note: '', used: 0, max: 1 };
    return (
      <dl className={classNames(cards.card, styles.usage)} aria-busy="true">
        <Use icon={<HardDrive />} label="Armazenamento" {...waiting} />
        <Use icon={<Film />} label="Conteúdos" {...waiting} />
        <Use icon={<ListVideo />} label="Playlists" {...waiting} />
        <Use icon={<MonitorPlay />} label="Telas" {...waiting} />
      </dl>
    );
  }
  return (
    <dl className={classNames(cards.card, styles.usage)}>
      <Use
        icon={<HardDrive />}
        label="Armazenamento"
        value={formatMb(usage.storageUsed)}
        note={`de ${formatMb(usage.storageLimit)}`}
        used={usage.storageUsed}
        max={usage.storageLimit}
        tone={storageTone(usage.storageUsed / usage.storageLimit)}
      />
      <Use
        icon={<Film />}
        label="Conteúdos"
        value={usage.videoCount}
        note={`de ${usage.maxVideos}`}
        used={usage.videoCount}
        max={usage.maxVideos}
      />
      <Use
        icon={<ListVideo />}
        label="Playlists"
        value={usage.playlistCount}
        note={`de ${usage.maxPlaylists}`}
        used={usage.playlistCount}
        max={usage.maxPlaylists}
      />
      <Use
        icon={<MonitorPlay />}
        label="Telas"
        value={usage.playerCount}
        note={usage.maxPlayers === null ? '' : `de ${usage.maxPlayers}`}
      />
    </dl>
  );
}

/** Storage ends in the middle of an upload: near its end is a warning. A number at its limit is as it should be. */
const storageTone = (share: number) => (share > 0.95 ? 'danger' : share >= 0.8 ? 'warning' : 'accent');

interface UseProps {
  icon: ReactNode;
  label: string;
  value: ReactNode;
  note: string;
  used?: number;
  max?: number;
  tone?: 'accent' | 'warning' | 'danger';
}

function Use({
  icon,
  label,
  value,
  note,
  used,
  max,
  tone = used !== undefined && max !== undefined && used > max ? 'danger' : 'accent',
}: UseProps) {
  const percent = used === undefined || !max ? undefined : (used / max) * 100;
  return (
    <div className={styles.use}>
      <dt>
        {icon}
        {label}
      </dt>
      <dd>
        <strong>{value}</strong> {note}
        {percent !== undefined && <ProgressBar label={`${label}: uso`} value={percent} tone={tone} />}
      </dd>
    </div>
  );
}
