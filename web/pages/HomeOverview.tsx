import { useSignals } from '@preact/signals-react/runtime';
import { FileWarning, HardDrive, MonitorCheck, Settings, TriangleAlert, UserRoundCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { paths } from '../paths.ts';
import { useResource } from '../state/resource.ts';
import { isAdministrator } from '../state/session.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { formatMb } from '../ui/format.ts';
import { Skeleton } from '../ui/Skeleton.tsx';
import { StatCard } from '../ui/StatCard.tsx';
import styles from './HomeOverview.module.css';
import { tabHref } from './manage/tabs.ts';

/** Screens and uploads change without a word to administrators. */
const refetchMs = 30_000;

/** What needs a manager's attention; each number leads to where it is put right. The disk is the administrators' matter. */
export function HomeOverview() {
  useSignals();
  const isFull = isAdministrator.value;
  const pages = isFull ? paths.admin : paths.gestor;
  const { data, error } = useResource('GET /api/admin/overview', {}, { refetchMs });
  const unknown = error ? '–' : undefined;

  return (
    <section className={styles.overview} aria-labelledby="situacao">
      <div className={styles.top}>
        <h2 id="situacao">Situação</h2>
        {isFull && (
          <ButtonLink size="sm" href={paths.settings} icon={<Settings aria-hidden="true" />}>
            Configurações
          </ButtonLink>
        )}
      </div>
      <ul className={styles.numbers}>
        <Figure href={pages.users} isUrgent={data && data.pendingUsers > 0} label="Contas pendentes" value={data?.pendingUsers ?? unknown} icon={<UserRoundCheck />} />
        <Figure href={pages.screens} label="Telas online" value={data?.screens.online ?? unknown} note={data && `de ${data.screens.total}`} icon={<MonitorCheck />} />
        <Figure href={pages.screens} isUrgent={data && data.screens.withProblems > 0} label="Telas com problema" value={data?.screens.withProblems ?? unknown} icon={<TriangleAlert />} />
        <Figure href={tabHref('conteudos')} isUrgent={data && data.failedMedia > 0} label="Mídias com falha" value={data?.failedMedia ?? unknown} icon={<FileWarning />} />
        {isFull && <Figure href={paths.settings} isUrgent={data?.disk.isLow} label="Disco livre" value={data ? formatMb(data.disk.freeMb) : unknown} icon={<HardDrive />} />}
      </ul>
    </section>
  );
}

interface FigureProps {
  href: string;
  label: string;
  /** undefined while it loads. */
  value: ReactNode;
  note?: string;
  icon: ReactNode;
  /** Somebody should look at it. */
  isUrgent?: boolean;
}

function Figure({ href, isUrgent, value, ...rest }: FigureProps) {
  return (
    <li>
      <a href={href} className={isUrgent ? `${styles.number} ${styles.urgent}` : styles.number}>
        <StatCard {...rest} value={value ?? <Skeleton width="2rem" />} />
      </a>
    </li>
  );
}
