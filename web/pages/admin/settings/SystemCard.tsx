import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { LoadError } from '../../../components/LoadError.tsx';
import { type Resource, useResource } from '../../../state/resource.ts';
import { Card } from '../../../ui/Card.tsx';
import { formatMb } from '../../../ui/format.ts';
import { ProgressBar } from '../../../ui/ProgressBar.tsx';
import { RefreshButton } from '../../../ui/RefreshButton.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './SystemCard.module.css';
import { uptimeText } from './uptime.ts';

const refetchMs = 30_000;

/** How the server is: health, version, disk, mail. */
export function SystemCard() {
  const health = useResource('GET /healthz', {}, { refetchMs });
  const overview = useResource('GET /api/admin/overview', {}, { refetchMs });
  const settings = useResource('GET /api/admin/settings');
  const refresh = () => [health, overview, settings].map((each) => each.refetch());
  const failed = [health, overview, settings].find((each: Resource<unknown>) => each.error && !each.data && !each.loading);

  return (
    <Card title="Sistema" actions={<RefreshButton label="Atualizar o estado do sistema" onRefresh={refresh} />}>
      {failed ? (
        <LoadError error={failed.error} onRetry={refresh} />
      ) : (
        <div className={styles.parts}>
          <Health health={health.data} />
          <Disk disk={overview.data?.disk} />
          <dl className={styles.facts}>
            <Fact name="Versão">{health.data?.version}</Fact>
            <Fact name="No ar há">{health.data && uptimeText(health.data.uptimeS)}</Fact>
            <Fact name="Conversão de vídeos">{health.data && (health.data.ffmpeg ? 'Disponível' : 'Indisponível')}</Fact>
            <Fact name="Envio de emails">{settings.data && (settings.data.mail.isConfigured ? 'Ligado' : 'Desligado')}</Fact>
            {settings.data?.mail.isConfigured && <Fact name="Remetente">{settings.data.mail.from ?? 'Não informado'}</Fact>}
          </dl>
          {settings.data && !settings.data.mail.isConfigured && (
            <p className={styles.note}>Sem SMTP_URL, os emails de cadastro e aprovação ficam só no log do servidor.</p>
          )}
        </div>
      )}
    </Card>
  );
}

function Health({ health }: { health: { status: 'ok' | 'degraded'; problems: string[] } | undefined }) {
  if (!health) return <Skeleton height="3.25rem" radius="var(--radius)" />;
  if (health.status === 'ok') {
    return (
      <p className={styles.good}>
        <CircleCheck aria-hidden="true" />
        Tudo funcionando
      </p>
    );
  }
  return (
    <div className={styles.bad}>
      <TriangleAlert aria-hidden="true" />
      <div>
        <p className={styles.badTitle}>Precisa de atenção</p>
        <ul>
          {health.problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Disk({ disk }: { disk: { freeMb: number; totalMb: number; mediaMb: number; isLow: boolean } | undefined }) {
  if (!disk) return <Skeleton height="4rem" radius="var(--radius)" />;
  const usedMb = disk.totalMb - disk.freeMb;
  return (
    <div className={styles.disk}>
      <p>
        <span className={styles.diskTitle}>Disco</span>
        <span>
          <strong>{formatMb(disk.freeMb)}</strong> livres de {formatMb(disk.totalMb)}
        </span>
      </p>
      <ProgressBar label="Disco usado" value={disk.totalMb > 0 ? (usedMb / disk.totalMb) * 100 : 0} tone={disk.isLow ? 'danger' : 'accent'} />
      <p className={styles.note}>
        Mídias: {formatMb(disk.mediaMb)}
        {disk.isLow && <strong className={styles.low}>Pouco espaço: novos envios são recusados</strong>}
      </p>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children ?? <Skeleton width="5rem" />}</dd>
    </div>
  );
}
