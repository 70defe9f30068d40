import { useSignals } from '@preact/signals-react/runtime';
import {
  DatabaseBackup,
  FileWarning,
  HardDrive,
  MonitorCheck,
  Settings,
  TriangleAlert,
  UserRoundCheck,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { paths } from '../../navigation/paths.ts';
import { useResource } from '../../state/resources/resource.ts';
import { isAdministrator } from '../../state/session.ts';
import { ButtonLink } from '../../ui/action/Button.tsx';
import { Callout } from '../../ui/feedback/Callout.tsx';
import { formatAgo, formatMb } from '../../ui/text/format.ts';
import { Skeleton } from '../../ui/feedback/Skeleton.tsx';
import { StatCard } from '../../ui/data/StatCard.tsx';
import home from './Home.module.css';
import styles from './HomeOverview.module.css';
import { screensHref } from '../../navigation/screen-filter.ts';
import { sectionHref } from '../../navigation/settings-sections.ts';
import { WhatsNew } from './WhatsNew.tsx';
import { lazyDialog } from '../../components/shell/overlay/lazy-dialog.tsx';
import { Grid, Row } from '../../ui/layout/primitives.tsx';

const FailedMediaDialog = lazyDialog(() => import('./FailedMediaDialog.tsx'), 'FailedMediaDialog');

/** Reload interval in ms. The server sends no event when the state of the disk or of a task changes. */
const refetchMs = 30_000;

/**
 * Shows what is new in this version, and numbers that may need a manager's attention. Each number opens the page or dialog in
 * which to act. Only administrators see disk and backups.
 */
export function HomeOverview() {
  useSignals();
  const isAdmin = isAdministrator.value;
  const pages = isAdmin ? paths.admin : paths.gestor;
  const { data, error } = useResource('GET /api/admin/overview', {}, { refetchMs });
  const [showsFailed, setShowsFailed] = useState(false);
  const placeholder = error ? '–' : undefined;

  return (
    <>
      <WhatsNew />
      <section className={home.part} aria-labelledby="situacao">
        <Row gap={3} align="center" wrap between className={home.above}>
          <h2 id="situacao">Situação</h2>
          {isAdmin && (
            <ButtonLink size="sm" href={paths.settings} icon={<Settings aria-hidden="true" />}>
              Configurações
            </ButtonLink>
          )}
        </Row>
        {isAdmin && data && data.problems.length > 0 && (
          <div className={home.above}>
            <Callout tone="warning" role="alert" title="O servidor precisa de atenção">
              <ul>
                {data.problems.map((problem) => (
                  <li key={problem}>{problem}</li>
                ))}
              </ul>
            </Callout>
          </div>
        )}
        {data?.newerVersion && (
          <div className={home.above}>
            <Callout
              tone="info"
              title={`Versão ${data.newerVersion} pronta para instalar`}
              actions={
                <ButtonLink size="sm" href={sectionHref('sistema')}>
                  Ver em Configurações
                </ButtonLink>
              }
            />
          </div>
        )}
        <Grid as="ul" min="12rem" fit gap={4} className={styles.numbers}>
          <Figure
            href={pages.users}
            isUrgent={data && data.pendingUsers > 0}
            label="Contas pendentes"
            value={data?.pendingUsers ?? placeholder}
            icon={<UserRoundCheck />}
          />
          <Figure
            href={pages.screens}
            label="Telas online"
            value={data?.screens.online ?? placeholder}
            note={data && `de ${data.screens.total}`}
            icon={<MonitorCheck />}
          />
          <Figure
            href={screensHref(pages.screens, 'problem')}
            isUrgent={data && data.screens.withProblems > 0}
            label="Telas com problema"
            value={data?.screens.withProblems ?? placeholder}
            icon={<TriangleAlert />}
          />
          <Figure
            onOpen={() => setShowsFailed(true)}
            isUrgent={data && data.failedMedia > 0}
            label="Mídias com falha"
            value={data?.failedMedia ?? placeholder}
            icon={<FileWarning />}
          />
          {isAdmin && (
            <>
              <Figure
                href={sectionHref('sistema')}
                isUrgent={data?.disk.isLow}
                label="Disco livre"
                value={data ? freeText(data.disk.freeMb) : placeholder}
                icon={<HardDrive />}
              />
              <Figure
                href={sectionHref('backups')}
                isUrgent={data?.isBackupOverdue}
                label="Último backup"
                value={data ? backupText(data.lastBackupAt) : placeholder}
                icon={<DatabaseBackup />}
              />
            </>
          )}
        </Grid>
        {showsFailed && <FailedMediaDialog onClose={() => setShowsFailed(false)} />}
      </section>
    </>
  );
}

const freeText = (freeMb: number | null) => (freeMb === null ? 'Disco ilegível' : formatMb(freeMb));
const backupText = (at: string | null) => (at === null ? 'Nenhum' : formatAgo(at, Date.now()));

interface FigureProps {
  /** Link to the page that solves the problem. Without it, a click calls `onOpen`. */
  href?: string;
  onOpen?: () => void;
  label: string;
  /** undefined while loading. */
  value: ReactNode;
  note?: string;
  icon: ReactNode;
  /** True if the number needs attention. */
  isUrgent?: boolean;
}

function Figure({ href, onOpen, isUrgent, value, ...rest }: FigureProps) {
  const className = isUrgent ? `${styles.number} ${styles.urgent}` : styles.number;
  const card = <StatCard {...rest} value={value ?? <Skeleton width="2rem" />} />;
  return (
    <li>
      {href ? (
        <a href={href} className={className}>
          {card}
        </a>
      ) : (
        <button type="button" className={className} onClick={onOpen}>
          {card}
        </button>
      )}
    </li>
  );
}
