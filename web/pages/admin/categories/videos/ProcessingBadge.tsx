import type { CategoryVideo } from '../../../../../src/contract/categories.ts';
import { Badge } from '../../../../ui/data/Badge.tsx';
import styles from './Videos.module.css';

/** What stands between an upload and the screens; nothing once it plays. */
export function ProcessingBadge({
  video: { processingStatus, processingError, replacement },
}: {
  video: CategoryVideo;
}) {
  if (replacement)
    return replacement.status === 'failed' ? (
      <p className={styles.failure}>
        <Badge tone="danger">A substituição falhou</Badge>
        {replacement.error && <span>{replacement.error}</span>}
      </p>
    ) : (
      <Badge tone="info">Substituindo…</Badge>
    );
  if (processingStatus === 'completed') return null;
  if (processingStatus !== 'failed')
    return <Badge tone="info">{processingStatus === 'pending' ? 'Na fila' : 'Processando'}</Badge>;
  return (
    <p className={styles.failure}>
      <Badge tone="danger">Falhou</Badge>
      {processingError && <span>{processingError}</span>}
    </p>
  );
}
