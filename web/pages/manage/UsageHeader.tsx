import { Film, HardDrive, ListVideo, MonitorPlay } from 'lucide-react';
import type { ReactNode } from 'react';
import { useResource } from '../../state/resource.ts';
import { formatMb } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './UsageHeader.module.css';

/** What of the account is used: storage, contents, playlists, screens (document 1, section 2: the page's header). */
export function UsageHeader() {
  const { data: usage } = useResource('GET /api/user/me');
  if (!usage) {
    return (
      <div className={styles.usage}>
        <Skeleton height="4.25rem" />
      </div>
    );
  }
  return (
    <dl className={styles.usage}>
      <Use icon={<HardDrive />} label="Armazenamento" value={formatMb(usage.storageUsed)} note={`de ${formatMb(usage.storageLimit)}`} used={usage.storageUsed} max={usage.storageLimit} />
      <Use icon={<Film />} label="Conteúdos" value={usage.videoCount} note={`de ${usage.maxVideos}`} used={usage.videoCount} max={usage.maxVideos} />
      <Use icon={<ListVideo />} label="Playlists" value={usage.playlistCount} note={`de ${usage.maxPlaylists}`} used={usage.playlistCount} max={usage.maxPlaylists} />
      <Use icon={<MonitorPlay />} label="Telas" value={usage.playerCount} note={usage.maxPlayers === null ? '' : `de ${usage.maxPlayers}`} />
    </dl>
  );
}

function Use({ icon, label, value, note, used, max }: { icon: ReactNode; label: string; value: ReactNode; note: string; used?: number; max?: number }) {
  const percent = used === undefined || !max ? undefined : (used / max) * 100;
  return (
    <div className={styles.use}>
      <dt>
        {icon}
        {label}
      </dt>
      <dd>
        <strong>{value}</strong> {note}
        {percent !== undefined && <ProgressBar label={`${label}: uso`} value={percent} tone={percent >= 95 ? 'danger' : percent >= 80 ? 'warning' : 'accent'} />}
      </dd>
    </div>
  );
}
