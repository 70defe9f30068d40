import { ChevronRight, MonitorPlay } from 'lucide-react';
import { limits } from '../../../src/contract/limits.ts';
import { useResource } from '../../state/resource.ts';
import { Badge } from '../../ui/Badge.tsx';
import { plural } from '../../ui/format.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './HomeScreens.module.css';
import { tabHref } from '../../navigation/manage-tabs.ts';

/** How many of the person's TVs are online, leading to 'Minhas Telas'. */
export function HomeScreens() {
  const { data: screens, error } = useResource('GET /api/my-players', {}, { refetchMs: limits.screensRefetchMs });
  if (!screens && !error) return <Skeleton height="3rem" radius="var(--radius)" />;
  const total = screens?.length ?? 0;
  const online = screens?.filter(({ isOnline }) => isOnline).length ?? 0;
  return (
    <a href={tabHref('telas')} className={styles.line}>
      <MonitorPlay aria-hidden="true" />
      <span className={styles.text}>
        {total > 0 ? `${online} de ${plural(total, 'TV', 'TVs')} online` : screens ? 'Nenhuma TV ainda' : 'Suas TVs'}
      </span>
      {online < total && (
        <Badge tone="warning" dot>
          {total - online} offline
        </Badge>
      )}
      <span className={styles.more}>Minhas Telas</span>
      <ChevronRight aria-hidden="true" />
    </a>
  );
}
