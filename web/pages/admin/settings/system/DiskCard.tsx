import { LoadError } from '../../../../components/shell/loading/LoadError.tsx';
import { useResource } from '../../../../state/resources/resource.ts';
import { Callout } from '../../../../ui/feedback/Callout.tsx';
import { Card } from '../../../../ui/layout/Card.tsx';
import { formatMb } from '../../../../ui/text/format.ts';
import { ProgressBar } from '../../../../ui/feedback/ProgressBar.tsx';
import { Skeleton } from '../../../../ui/feedback/Skeleton.tsx';
import styles from './DiskCard.module.css';
import { Fact, Facts } from './Facts.tsx';
import { Stack } from '../../../../ui/layout/primitives.tsx';

const refetchMs = 30_000;

/** The server's disk, and how much of it the media are. */
export function DiskCard() {
  const overview = useResource('GET /api/admin/overview', {}, { refetchMs });
  const disk = overview.data?.disk;
  if (!disk)
    return (
      <Card title="Armazenamento">
        {overview.error ? (
          <LoadError error={overview.error} onRetry={overview.refetch} />
        ) : (
          <Skeleton height="6rem" radius="var(--radius)" />
        )}
      </Card>
    );
  const usedMb = disk.totalMb - disk.freeMb;
  const percent = disk.totalMb > 0 ? (usedMb / disk.totalMb) * 100 : 0;
  return (
    <Card title="Armazenamento">
      <Stack gap={3}>
        <p className={styles.free}>
          <strong>{formatMb(disk.freeMb)}</strong> livres de {formatMb(disk.totalMb)}
        </p>
        <ProgressBar
          label="Disco usado"
          value={percent}
          tone={disk.isLow ? 'danger' : percent >= 80 ? 'warning' : 'accent'}
        />
        {disk.isLow && (
          <Callout tone="danger" role="alert">
            Pouco espaço: novos envios são recusados. Exclua conteúdos ou aumente o disco; as telas continuam exibindo.
          </Callout>
        )}
        <Facts>
          <Fact name="Mídias da Antessala">{formatMb(disk.mediaMb)}</Fact>
          <Fact name="Outros arquivos">{formatMb(Math.max(0, usedMb - disk.mediaMb))}</Fact>
        </Facts>
      </Stack>
    </Card>
  );
}
